import { failureOf } from '@daybook/api';
import { databaseFailure } from '@daybook/domain/server';
import {
  type Context,
  DiagLogLevel,
  defaultTextMapGetter,
  diag,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { getNumberFromEnv, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ObservePool } from '../database.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log, where the request is traced. */
    traceId: string | undefined;
  }
}

/** How long the end of the service waits for the last spans to be sent, and how often a problem is reported. */
const closeTimeoutMs = 1000;
const reportIntervalMs = 60_000;

export interface Traces {
  readonly observePool: ObservePool;
  /** Traces each request on the routes that are added to it. */
  watchApp(app: FastifyInstance): void;
  /** A span around a procedure, where its request is traced. */
  procedure<T extends { readonly ok: boolean }>(path: string, run: () => Promise<T>): Promise<T>;
  /** Sets who is told, once a minute at the most, that spans could not be sent. */
  onProblem(listen: (text: string) => void): void;
  /** Sends what is left, for at most a second. */
  close(): Promise<void>;
}

/** OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG. */
export interface Sampling {
  readonly sampler: string;
  /** Of traces that are kept, from 0 to 1. */
  readonly ratio: number;
}

function samplerOf({ sampler, ratio }: Sampling): Sampler {
  const name = sampler.replace('parentbased_', '');
  const root =
    name === 'always_on'
      ? new AlwaysOnSampler()
      : name === 'always_off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return name === sampler ? root : new ParentBasedSampler({ root });
}

function providerOf(sampling: Sampling, version: string): TracerProvider {
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'daybook', 'service.version': version }))
    .merge(detectResources({ detectors: [serviceInstanceIdDetector, envDetector] }));
  const optional = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  };
  const set = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined));
  const processor = new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...set });
  return new TracerProvider({ resource, sampler: samplerOf(sampling), spanProcessors: [processor] });
}

/** The first word, and the first table outside of parentheses: of a statement that Drizzle builds the latter is quoted. */
function summaryOf(whole: string): { operation: string; summary: string } {
  const operation = /[a-z]+/i.exec(whole)?.[0].toLowerCase() ?? '';
  let text = whole;
  for (let before = ''; before !== text; ) {
    before = text;
    text = text.replace(/\([^()]*\)/g, ' ');
  }
  const table = /\b(?:from|into|update) "?(\w+)"?/i.exec(text)?.[1];
  return { operation, summary: table === undefined ? operation : `${operation} ${table}` };
}

/**
 * Traces by OTLP over HTTP, to where the standard variables say (OTEL_EXPORTER_OTLP_…). Names as in the semantic conventions 1.37 of
 * OpenTelemetry. No span holds what a client has sent, or who it is: no address, no parameters, no values of statements.
 */
export function startTraces(sampling: Sampling, version: string): Traces {
  let listener: (text: string) => void = () => {};
  let reportedAt = -Infinity;
  const report = (text: string) => {
    const now = performance.now();
    if (now - reportedAt < reportIntervalMs) return;
    reportedAt = now;
    listener(text);
  };
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  const provider = providerOf(sampling, version);
  const tracer = provider.getTracer('daybook', version);
  const contexts = new AsyncLocalStorageContextManager().enable();
  const propagator = new W3CTraceContextPropagator();
  const CONTEXT = Symbol('traces.context');
  type TracedRequest = FastifyRequest & { [CONTEXT]?: Context };

  /** The span of the request that is being worked on. */
  function current(): { context: Context; span: Span } | undefined {
    const context = contexts.active();
    const span = trace.getSpan(context);
    return span?.isRecording() ? { context, span } : undefined;
  }

  return {
    observePool: (pool) => async (text, send) => {
      const parent = current();
      if (!parent) return send();
      const { operation, summary } = summaryOf(text);
      const attributes = {
        'db.system.name': 'postgresql',
        'db.operation.name': operation,
        'db.query.summary': summary,
        'db.query.text': text,
        'db.client.connection.pool.name': pool,
      };
      const span = tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, parent.context);
      try {
        return await send();
      } catch (error) {
        const code = databaseFailure(error)?.code || 'unknown';
        span.setAttributes({ 'error.type': code, 'db.response.status_code': code });
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    watchApp(app) {
      app.decorateRequest(CONTEXT, undefined);
      app.addHook('onRequest', (request: TracedRequest, reply, done) => {
        const { method, headers, protocol, routeOptions } = request;
        const route = routeOptions.url ?? '';
        const remote = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
        const attributes = {
          'http.request.method': method,
          'http.route': route,
          'url.scheme': protocol,
          'daybook.request_id': request.id,
        };
        const span = tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, remote);
        request.traceId = span.spanContext().traceId;
        const context = trace.setSpan(remote, span);
        request[CONTEXT] = context;
        reply.raw.once('close', () => {
          const { statusCode } = reply;
          span.setAttribute('http.response.status_code', statusCode);
          if (request.failureCode) span.setAttribute('error.type', request.failureCode);
          if (statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
          span.end();
        });
        contexts.with(context, done);
      });
      // Once more: what comes after the wait for the body, or for a place, is called by somebody else.
      app.addHook('preHandler', (request: TracedRequest, _reply, done) => {
        contexts.with(request[CONTEXT] ?? ROOT_CONTEXT, done);
      });
    },
    async procedure(path, run) {
      const parent = current();
      if (!parent) return run();
      const span = tracer.startSpan(path, { attributes: { 'rpc.method': path } }, parent.context);
      try {
        const outcome = await contexts.with(trace.setSpan(parent.context, span), run);
        if (!outcome.ok && 'error' in outcome) fail(span, outcome.error);
        return outcome;
      } catch (error) {
        fail(span, error);
        throw error;
      } finally {
        span.end();
      }
    },
    onProblem(listen) {
      listener = listen;
    },
    async close() {
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, closeTimeoutMs);
      });
      await Promise.race([provider.shutdown().catch(() => {}), late]);
      clearTimeout(timer);
      contexts.disable();
    },
  };
}

/** What a caller is at fault for is no error of the span. */
function fail(span: Span, error: unknown): void {
  const { code, status } = failureOf(error);
  span.setAttribute('error.type', code);
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
