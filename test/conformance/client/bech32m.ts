const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM = 0x2bc830a3;

/** Writes 32 bytes as bech32m text (BIP 350). */
export function encodeBech32m(prefix: string, bytes: Uint8Array): string {
  const words = regroup([...bytes], 8, 5, true);
  const sum = polymod([...expand(prefix), ...words, 0, 0, 0, 0, 0, 0]) ^ CHECKSUM;
  const checksum = [0, 1, 2, 3, 4, 5].map((index) => (sum >>> (5 * (5 - index))) & 31);
  return `${prefix}1${[...words, ...checksum].map((word) => CHARSET[word]).join('')}`;
}

/** Reads bech32m text; throws unless prefix and checksum are right. */
export function decodeBech32m(prefix: string, text: string): Uint8Array {
  const words = [...text.slice(prefix.length + 1)].map((letter) => CHARSET.indexOf(letter));
  const isWhole = text.startsWith(`${prefix}1`) && !words.includes(-1);
  if (!isWhole || polymod([...expand(prefix), ...words]) !== CHECKSUM) {
    throw new Error(`not bech32m with the prefix ${prefix}: ${text}`);
  }
  return Uint8Array.from(regroup(words.slice(0, -6), 5, 8, false));
}

function expand(prefix: string): readonly number[] {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
}

function polymod(words: readonly number[]): number {
  let sum = 1;
  for (const word of words) {
    const top = sum >>> 25;
    sum = ((sum & 0x1ffffff) << 5) ^ word;
    for (const [bit, generator] of GENERATOR.entries()) if ((top >> bit) & 1) sum ^= generator;
  }
  return sum >>> 0;
}

function regroup(
  items: readonly number[],
  from: number,
  to: number,
  isPadded: boolean,
): readonly number[] {
  const bits = items.map((item) => item.toString(2).padStart(from, '0')).join('');
  const groups = bits.match(new RegExp(`.{1,${to}}`, 'g')) ?? [];
  const whole = isPadded ? groups : groups.filter((group) => group.length === to);
  return whole.map((group) => Number.parseInt(group.padEnd(to, '0'), 2));
}
