import type { Colors } from '../terminal.ts';

/** Name a scenario, and say in a line what it shows, if it says so itself. */
export function renderTitle(
  { name, description }: { readonly name: string; readonly description: string },
  colors: Colors,
): string {
  return description === '' ? colors.bold(name) : `${colors.bold(name)}: ${description}`;
}

/** Put a heading over a part of a report; nothing over nothing. */
export function section(title: string, body: string, colors: Colors): string {
  return body === '' ? '' : `${colors.bold(title)}\n${body}\n`;
}
