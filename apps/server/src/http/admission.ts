import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Hall, type Lane, OverloadError, type Queue, type Room } from './queues.ts';

/** Milliseconds. */
const SWEEP = 50;
const REPORT = 10_000;

const PLACE = Symbol('admission.place');
type Admitted = FastifyRequest & { [PLACE]?: Queue | undefined };

/**
 * Bounds the work on the routes of this scope, so that what is taken on is done in time and the rest is told at once to
 * come again. A request counts from when its body is there to when its answer is made: who sends or reads slowly keeps
 * nobody else away.
 *
 * @param laneOf which lane a request belongs to
 */
export function admission(
  app: FastifyInstance,
  lanes: Readonly<Record<string, Lane>>,
  laneOf: (request: FastifyRequest) => string,
): void {
  const halls = new Map<Room, Hall>();
  const queues = new Map<string, Queue>();
  for (const [name, lane] of Object.entries(lanes)) {
    const room = lane.room ?? lane;
    const hall = halls.get(room) ?? new Hall(room);
    halls.set(room, hall);
    queues.set(name, hall.add(lane));
  }
  const queueOf = (request: FastifyRequest) => queues.get(laneOf(request)) as Queue;
  const leave = (request: Admitted) => {
    request[PLACE]?.leave();
    request[PLACE] = undefined;
  };

  app.decorateRequest(PLACE, undefined);
  // Before anybody looks who it is.
  app.addHook('onRequest', (request, _reply, done) => {
    done(queueOf(request).isHopeless() ? new OverloadError() : undefined);
  });
  app.addHook('preValidation', (request: Admitted, reply: FastifyReply, done) => {
    const queue = queueOf(request);
    const isGone = () => reply.raw.destroyed;
    queue.enter(isGone, (error) => {
      if (!error) {
        request[PLACE] = queue;
        // Where the client goes away there may be no answer.
        reply.raw.once('close', () => leave(request));
      }
      done(error);
    });
  });
  app.addHook('onSend', (request: Admitted, _reply, payload, done) => {
    leave(request);
    done(null, payload);
  });
  let reported = 0;
  let counted = OverloadError.count;
  const sweeping = setInterval(() => {
    const now = performance.now();
    for (const queue of queues.values()) queue.sweep(now);
    if (OverloadError.count === counted || now - reported < REPORT) return;
    app.log.warn({ refused: OverloadError.count - counted }, 'more requests than can be served in time');
    counted = OverloadError.count;
    reported = now;
  }, SWEEP).unref();
  app.addHook('onClose', async () => {
    clearInterval(sweeping);
    // Injected ones: who is connected has his answer by now.
    for (const queue of queues.values()) queue.refuse();
  });
}
