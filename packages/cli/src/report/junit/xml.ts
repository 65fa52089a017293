/** Gives the attributes of an XML element. */
export function attributes(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Gives text for XML 1.0, which cannot contain most control characters, not even escaped. */
export function escapeXml(text: string): string {
  return text
    .replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character)
    .replace(/[^\t\n\r\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD');
}
