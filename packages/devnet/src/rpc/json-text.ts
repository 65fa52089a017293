// These functions take text that `JSON.parse` accepts, and need time in proportion to its length.

/** Gives the texts of the items of an array, or of the members of an object, in order. */
export function partsOf(json: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfString(json, at);
        break;
      case '[':
      case '{':
        depth += 1;
        if (depth === 1) from = at + 1;
        break;
      case ']':
      case '}':
        depth -= 1;
        if (depth === 0) parts.push(json.slice(from, at));
        break;
      case ',':
        if (depth !== 1) break;
        parts.push(json.slice(from, at));
        from = at + 1;
    }
  }
  return parts.length === 1 && parts[0]?.trim() === '' ? [] : parts;
}

/**
 * Gives the value of a member of an object as it is written, so that it loses no digits; of several
 * members with that name, the last one, as `JSON.parse` does.
 */
export function memberText(object: string, name: string): string | undefined {
  let value: string | undefined;
  for (const member of partsOf(object)) {
    const [key, text] = splitMember(member);
    if (key === name) value = text;
  }
  return value;
}

/** Rewrites the values of members with that name; everything else stays as it is written. */
export function rewriteMember(
  object: string,
  name: string,
  rewrite: (value: string) => string,
): string {
  const members = partsOf(object).map((member) => {
    const [key, text] = splitMember(member);
    return key === name ? `${JSON.stringify(key)}:${rewrite(text)}` : member;
  });
  return `{${members.join()}}`;
}

function splitMember(member: string): readonly [key: string, value: string] {
  const start = member.indexOf('"');
  const end = endOfString(member, start) + 1;
  const key = JSON.parse(member.slice(start, end)) as string;
  return [key, member.slice(member.indexOf(':', end) + 1).trim()];
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  while (json[at] !== '"') at += json[at] === '\\' ? 2 : 1;
  return at;
}
