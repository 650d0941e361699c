import { hostname } from 'node:os';
import { errorRecord } from './logger.ts';

/** As pino numbers them. */
const levels = { info: 30, warn: 40, error: 50, fatal: 60 } as const;
/** Where these go, so that a start that fails says why where errors are looked for. */
const toStandardError = new Set<Level>(['error', 'fatal']);

type Level = keyof typeof levels;

/** Tells the operator one thing, whatever LOG_LEVEL is. */
export type Notify = (level: Level, message: string, more?: Readonly<Notice>) => void;

interface Notice {
  /** What a log line has besides the message. */
  readonly fields?: Readonly<Record<string, unknown>> | undefined;
  /** On a terminal, instead of the message. */
  readonly text?: string | undefined;
  readonly err?: Error | undefined;
}

/** Whether a person reads standard output: the log is text then, and else lines of JSON. */
export const isTerminal = process.stdout.isTTY === true;

/**
 * Text on a terminal; elsewhere a line in the log's own form, so that whoever collects the log can parse all of it. Only this
 * decides which, for each stream by itself.
 */
export const notify: Notify = (level, message, more = {}) => {
  const stream = toStandardError.has(level) ? process.stderr : process.stdout;
  stream.write(`${stream.isTTY ? asText(message, more) : asLine(level, message, more)}\n`);
};

/** Without pino, which a process that only starts others does not load. */
function asLine(level: Level, message: string, { fields, err }: Notice): string {
  const base = { level: levels[level], time: Date.now(), pid: process.pid, hostname: hostname() };
  return JSON.stringify({ ...base, ...(err && { err: errorRecord(err) }), ...fields, msg: message });
}

function asText(message: string, { text = message, err }: Notice): string {
  return err ? `${text}\n${err.stack}` : text;
}

/** A service that can be reached. */
export interface Ready {
  readonly url: string;
  /** What it is and where. */
  readonly database: string;
  /** Where its metrics are, unless they are off. */
  readonly metricsUrl?: string | undefined;
  /** Processes, where they are several. */
  readonly workers?: number;
}

/** Where it is. */
export function announce({ url, database, metricsUrl, workers }: Ready): void {
  const what = workers === undefined ? database : `${database}, ${workers} workers`;
  const text = [
    `Daybook is ready at ${url}`,
    `  front-end ${url}/app/   REST ${url}/auth …   typed client ${url}/trpc   reference ${url}/docs`,
    `  ${what}`,
    ...(metricsUrl ? [`  metrics ${metricsUrl}`] : []),
  ].join('\n');
  const fields = { url, database, ...(metricsUrl && { metrics: metricsUrl }), workers };
  notify('info', `Daybook is ready at ${url} (${what})`, { fields, text });
}
