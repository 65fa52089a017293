import { render } from 'preact';
import { App } from './app.tsx';

/** Shows the page in an element of a document. */
export function show(place: Element): void {
  render(<App />, place);
}
