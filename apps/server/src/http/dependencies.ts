import type { Settings, SingleSignOn, Tokens } from '@daybook/api';
import type { Pools } from '../database.ts';
import type { Metrics } from '../observability/metrics.ts';
import type { Traces } from '../observability/traces.ts';

/** What the application is made of; it reads no environment. */
export interface Dependencies {
  readonly pools: Pools;
  readonly tokens: Tokens;
  readonly sso?: SingleSignOn | undefined;
  readonly metrics?: Metrics | undefined;
  readonly traces?: Traces | undefined;
  /** Tells what sends to webhooks that there may be something to send. */
  readonly wakeWebhooks?: (() => void) | undefined;
  readonly settings: Settings & {
    /** '' or a path such as /daybook, before every address. */
    readonly basePath: string;
    readonly corsOrigins: readonly string[];
    /** By which people reach the service; undefined: what their requests say. */
    readonly publicOrigin?: string | undefined;
    readonly trustProxy: false | readonly string[];
    /** Whether cookies are for TLS alone. */
    readonly secureCookies: boolean;
    /** Whether webhooks may have addresses without TLS or of private networks. */
    readonly webhooksAllowPrivate: boolean;
    /** At a time. */
    readonly maxConnections: number;
    /** Streams of events at a time. */
    readonly maxStreams: number;
  };
}
