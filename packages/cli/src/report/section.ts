import type { Colors } from '../output/terminal.ts';

/** Gives the name of a scenario in a line, with its description if it has one. */
export function renderTitle(
  { name, description }: { readonly name: string; readonly description: string },
  colors: Colors,
): string {
  return description === '' ? colors.bold(name) : `${colors.bold(name)}: ${description}`;
}

/** Puts a heading over a part of a report; an empty part gets none. */
export function section(title: string, body: string, colors: Colors): string {
  return body === '' ? '' : `${colors.bold(title)}\n${body}\n`;
}
