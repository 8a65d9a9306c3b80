// Meta's deliveries. Not part of the JSON contract: signed over the raw bytes, addressed by an unguessable key, and answered 200 only when
// everything is in the journal. https://developers.facebook.com/docs/graph-api/webhooks/getting-started
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeCloudWebhook } from '../../../../gateways/whatsapp/cloud-normalize.ts';
import { verifySignature, verifySubscription } from '../../../../gateways/whatsapp/cloud-signature.ts';
import { asSystem } from '../../../../platform/context.ts';
import { ConfigurationChanged } from '../../../../platform/db/kept.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { RawRoutes } from '../../../../platform/http/routes.ts';
import { limitEach } from '../../../../platform/limit.ts';
import { findConnectionByWebhookKey, type WebhookOwner } from '../../../company/connections/reads.ts';
import { receiveEvents } from '../actions/in/receive.ts';

/** Look-ups at once, of a number and of all: a storm waits here and not at the database. */
const limited = limitEach<string>(3, undefined, 12);

/** How often the owner is looked up for one delivery, while the company's configuration changes under it. */
const looksMax = 5;

export const webhookRoutes: RawRoutes = (server, base, admit) => {
  /** What is about this number; null for what is no JSON. */
  const eventsOf = (raw: Buffer, connectionId: number, phoneNumberId: string) => {
    let body: unknown;
    try {
      body = JSON.parse(raw.toString('utf8'));
    } catch {
      return null;
    }
    const { deliveries, ignored } = normalizeCloudWebhook(body, base.now());
    const ours = deliveries.filter((delivery) => delivery.phoneNumberId === null || delivery.phoneNumberId === phoneNumberId);
    const foreign = deliveries.length - ours.length;
    if (ignored.length > 0 || foreign > 0) base.log.warn({ ignored: ignored.slice(0, 10), foreign, connectionId }, 'webhook items ignored');
    return ours.flatMap((delivery) => delivery.events);
  };
  const find = (key: string, how?: 'anew') => limited(key, () => findConnectionByWebhookKey(base, key, how));
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4 * 1024 * 1024 }, (_request, body, done) => done(null, body));

    scope.get<{ Params: { key: string } }>('/webhooks/whatsapp/:key', async (request, reply) => {
      const { key } = request.params;
      const found = await find(key, 'anew');
      const query = request.query as Record<string, unknown>;
      if (!found?.account.cloud || !verifySubscription(found.account.cloud.verifyToken, query))
        return reply.status(403).send({ error: 'ERR_NO_PERMISSION' });
      return reply.type('text/plain').send(String(query['hub.challenge']));
    });

    // Whose delivery it is, found before its body is read.
    const addressed = new WeakMap<object, WebhookOwner>();
    const onRequest = async (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
      const { key } = request.params;
      const found = await find(key);
      if (!found?.account.cloud) throw new AppError('ERR_NOT_FOUND');
      addressed.set(request, found);
      await admit(found.companyId, reply.raw);
    };
    scope.post<{ Params: { key: string } }>('/webhooks/whatsapp/:key', { onRequest }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-hub-signature-256'];
      // Without a secret nothing is signed.
      const isSigned = (by: WebhookOwner | null | undefined) => verifySignature(by?.account.cloud?.appSecret ?? '', raw, signature);
      const known = addressed.get(request);
      // Another process may just have been told a new secret. What carries no signature is not worth a look.
      let found = isSigned(known) || !signature ? known : await find(request.params.key, 'anew');
      for (let looks = 1; found?.account.cloud && isSigned(found); looks += 1) {
        const { companyId, connectionId, revision } = found;
        const events = eventsOf(raw, connectionId, found.account.cloud.phoneNumberId);
        if (!events) return reply.status(400).send({ error: 'ERR_BAD_REQUEST' });
        try {
          await receiveEvents(asSystem(base, companyId), connectionId, events, revision);
          return { ok: true };
        } catch (error) {
          if (!(error instanceof ConfigurationChanged)) throw error;
          // Meta repeats what is not taken.
          if (looks === looksMax) throw new AppError('ERR_UNAVAILABLE');
          found = await find(request.params.key, 'anew');
        }
      }
      return reply.status(401).send({ error: 'ERR_SIGNATURE' });
    });
  });
};
