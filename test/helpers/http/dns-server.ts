import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv4, isIPv6 } from 'node:net';

/** Addresses of either kind, or a way of not giving any. */
export type DnsAnswer = string[] | 'nxdomain' | 'servfail' | 'silence';

export interface DnsServer {
  /** As name servers are given to a resolver. */
  address: string;
  /** The first response is for the first time a name is looked up, and so on; the last one stays. */
  answer(name: string, ...answers: DnsAnswer[]): void;
  /** Every question so far, such as "A example.test". */
  questions(): string[];
  stop(): Promise<void>;
}

interface Question {
  name: string;
  type: number;
  /** As it came, to be repeated in the response. */
  bytes: Buffer;
}

const TYPE_AAAA = 28;
const HEADER_BYTES = 12;
const RESPONSE = 0x8180;
const CODES = { servfail: 2, nxdomain: 3 };

/** A name server for one test, at a free port of the loopback interface. A name it was not told about does not exist. */
export async function startDnsServer(): Promise<DnsServer> {
  const answers = new Map<string, DnsAnswer[]>();
  const asked: string[] = [];
  const socket = createSocket('udp4');

  socket.on('message', (message, { address, port }) => {
    const question = readQuestion(message);
    const line = `${question.type === TYPE_AAAA ? 'AAAA' : 'A'} ${question.name}`;
    const times = asked.filter((earlier) => earlier === line).length;
    asked.push(line);
    const known = answers.get(question.name) ?? [];
    const answer = known[times] ?? known.at(-1) ?? 'nxdomain';
    if (answer !== 'silence') socket.send(writeResponse(message, question, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');

  return {
    address: `127.0.0.1:${socket.address().port}`,
    answer: (name, ...list) => {
      answers.set(name, list);
    },
    questions: () => [...asked],
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function readQuestion(message: Buffer): Question {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const bytes = message.subarray(HEADER_BYTES, at + 5);
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), bytes };
}

function writeResponse(message: Buffer, question: Question, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const isFamily = question.type === TYPE_AAAA ? isIPv6 : isIPv4;
  const addresses = typeof answer === 'string' ? [] : answer.filter(isFamily);
  const header = Buffer.alloc(HEADER_BYTES);
  message.copy(header, 0, 0, 2);
  header.writeUInt16BE(RESPONSE | (typeof answer === 'string' ? CODES[answer] : 0), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  return Buffer.concat([
    header,
    question.bytes,
    ...addresses.map((address) => record(question.type, address)),
  ]);
}

function record(type: number, address: string): Buffer {
  const bytes = type === TYPE_AAAA ? bytesOfIpv6(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.alloc(12);
  // Its name: that of the question.
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  // Bytes 6 to 9 are the time to live: none, so that no one keeps it.
  head.writeUInt16BE(bytes.length, 10);
  return Buffer.concat([head, bytes]);
}

function bytesOfIpv6(address: string): Buffer {
  const [head = [], tail = []] = address.split('::').map((half) => half.split(':').filter(Boolean));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  const groups = [...head, ...zeros, ...tail].map((group) => group.padStart(4, '0'));
  return Buffer.from(groups.join(''), 'hex');
}
