import { counted, type JsonValue } from '@quorate/protocol';

/** The statuses for a body, URL or headers that are too long. */
const TOO_LONG = [413, 414, 431];

/** The most characters that are shown of an answer. */
const SHOWN_MAX = 120;

/**
 * Describes an answer that is not of the interface, as far as it helps to find out who gave it: a
 * server in front of the network, or one that has nothing to do with it.
 */
export function foreignAnswer(response: Response, text: string, base: string): string {
  const { status, headers } = response;
  const type = headers.get('content-type')?.split(';', 1)[0] ?? 'no type';
  const seconds = retryAfterOf(response, null);
  const advice = [
    TOO_LONG.includes(status) ? '; the request is too long, ask for less at a time' : '',
    seconds === undefined ? '' : `; it wants to be asked again in ${counted(seconds, 'second')}`,
    redirection(response),
  ];
  const told = `status ${status}, ${printable(type)}, ${shown(text)}`;
  return `${base} gave an answer that is not of this interface: ${told}${advice.join('')}`;
}

/**
 * Says where a request was redirected; nothing if it was not. A POST that is redirected may arrive
 * as a GET, and is answered as such.
 */
export function redirection({ redirected, url }: Response): string {
  return redirected ? `; the request was redirected to ${url}, use that server directly` : '';
}

/**
 * Tells after how many seconds a server wants to be asked again, from the facts of a refusal or
 * from its header; undefined if it does not say.
 */
export function retryAfterOf({ headers }: Response, details: JsonValue): number | undefined {
  const { retry_after_secs: told } = (details ?? {}) as {
    readonly retry_after_secs?: JsonValue;
  };
  if (typeof told === 'number' && told >= 0) return told;
  const header = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(header)) return Number(header);
  // The other form is a date (RFC 9110, section 10.2.3).
  const until = header.endsWith('GMT') ? Date.parse(header) - Date.now() : Number.NaN;
  return Number.isNaN(until) ? undefined : Math.max(0, Math.ceil(until / 1000));
}

/** Shows the words of an answer, without the tags of a page. */
function shown(text: string): string {
  const words = printable(text.replaceAll(/<[^>]*>/g, ' ')).trim();
  if (words === '') return text === '' ? 'empty' : 'without words';
  return words.length > SHOWN_MAX ? `"${words.slice(0, SHOWN_MAX)}…"` : `"${words}"`;
}

// Whoever answers could play tricks on a terminal otherwise.
function printable(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/[^\x20-\x7e]/g, '?');
}
