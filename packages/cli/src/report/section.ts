import type { Colors } from '../output/terminal.ts';
import { COLUMNS, wrapped } from './pairs.ts';

/** Gives the name of a scenario, with its description if it has one, in lines that fit a terminal. */
export function renderTitle(
  { name, description }: { readonly name: string; readonly description: string },
  colors: Colors,
): string {
  const words = description === '' ? '' : `: ${description.trim().replaceAll(/\s+/g, ' ')}`;
  const text = wrapped(`${name}${words}`, COLUMNS).join('\n');
  return `${colors.bold(name)}${text.slice(name.length)}`;
}

/** Puts a heading over a part of a report; an empty part gets none. */
export function section(title: string, body: string, colors: Colors): string {
  return body === '' ? '' : `${colors.bold(title)}\n${body}\n`;
}
