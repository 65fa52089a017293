import { parse, YAMLParseError } from 'yaml';
import { OptionError } from '../command-error.ts';

/**
 * Reads what an option has in YAML; `refusal` says what is wrong, given why.
 *
 * @throws OptionError
 */
export function yamlIn(text: string, refusal: (why: string) => string): unknown {
  try {
    return parse(text);
  } catch (failure) {
    if (!(failure instanceof YAMLParseError)) throw failure;
    throw new OptionError(refusal(failure.message));
  }
}
