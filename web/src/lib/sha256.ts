/** SHA-256 (FIPS 180-4) of a text, in hex: browsers have it only on pages served with TLS. */

const WORD = 2 ** 32;
const PRIMES = primes(64);
/** The first 32 bits behind the point of roots of primes. */
const CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function primes(count: number): number[] {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) if (found.every((p) => n % p !== 0)) found.push(n);
  return found;
}

function fraction(root: number): number {
  return Math.floor((root % 1) * WORD);
}

const turned = (x: number, by: number) => (x >>> by) | (x << (32 - by));

export function sha256(text: string): string {
  const blocks = padded(new TextEncoder().encode(text));
  const hash = Uint32Array.from(START);
  for (let at = 0; at < blocks.byteLength; at += 64) mix(hash, blocks, at);
  return [...hash].map((word) => word.toString(16).padStart(8, '0')).join('');
}

/** The bytes, a one, zeros, and how many bits there were: whole blocks of 64 bytes. */
function padded(bytes: Uint8Array): DataView {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const all = new Uint8Array(size);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return view;
}

function mix(hash: Uint32Array, blocks: DataView, at: number): void {
  const w = new Uint32Array(64);
  for (let i = 0; i < 64; i++) w[i] = i < 16 ? blocks.getUint32(at + 4 * i) : extended(w, i);
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = hash;
  for (let i = 0; i < 64; i++) {
    const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
    const one = (h + high + ((e & f) ^ (~e & g)) + (CONSTANTS[i] ?? 0) + (w[i] ?? 0)) | 0;
    const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
    const two = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    hash[i] = (hash[i] ?? 0) + word;
  });
}

function extended(w: Uint32Array, i: number): number {
  const near = w[i - 2] ?? 0;
  const far = w[i - 15] ?? 0;
  const one = turned(near, 17) ^ turned(near, 19) ^ (near >>> 10);
  const two = turned(far, 7) ^ turned(far, 18) ^ (far >>> 3);
  return (w[i - 16] ?? 0) + two + (w[i - 7] ?? 0) + one;
}
