// Meta's deliveries. Not part of the JSON contract: signed over the raw bytes, addressed by an unguessable key, and answered 200 only when
// everything is in the journal. https://developers.facebook.com/docs/graph-api/webhooks/getting-started
import type { FastifyReply, FastifyRequest } from 'fastify';
import { normalizeCloudWebhook } from '../../../../gateways/whatsapp/cloud-normalize.ts';
import { verifySignature, verifySubscription } from '../../../../gateways/whatsapp/cloud-signature.ts';
import { asSystem } from '../../../../platform/context.ts';
import { AppError } from '../../../../platform/errors.ts';
import type { RawRoutes } from '../../../../platform/http/routes.ts';
import { limitEach } from '../../../../platform/limit.ts';
import { CredentialsChanged, findConnectionByWebhookKey, keptWebhookOwner, type WebhookOwner } from '../../../company/connections/reads.ts';
import { receiveEvents } from '../actions/in/receive.ts';

/** Look-ups at once, of a number and of all: a storm waits here and not at the database. */
const limited = limitEach<string>(3, undefined, 12);

export const webhookRoutes: RawRoutes = (server, base, admit) => {
  /** Whether the delivery is taken: not if it may be that the owner, as it is kept, is no longer as it is. */
  const take = async ({ companyId, connectionId, account, credentials }: WebhookOwner, body: unknown, how: 'kept' | 'anew') => {
    const { deliveries, ignored } = normalizeCloudWebhook(body, base.now());
    const isOurs = ({ phoneNumberId }: { phoneNumberId: string | null }) =>
      phoneNumberId === null || phoneNumberId === account.cloud?.phoneNumberId;
    const ours = deliveries.filter(isOurs);
    const foreign = deliveries.length - ours.length;
    // Of what is left out no transaction asks: the other number may be this connection's by now.
    if (foreign > 0 && how === 'kept') return false;
    if (ignored.length > 0 || foreign > 0) base.log.warn({ ignored: ignored.slice(0, 10), foreign, connectionId }, 'webhook items ignored');
    const events = ours.flatMap((delivery) => delivery.events);
    return receiveEvents(asSystem(base, companyId), connectionId, events, credentials).then(
      () => true,
      (error) => {
        if (error instanceof CredentialsChanged) return false;
        throw error;
      },
    );
  };
  const find = (key: string) => limited(key, () => findConnectionByWebhookKey(base, key));
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 4 * 1024 * 1024 }, (_request, body, done) => done(null, body));

    scope.get<{ Params: { key: string } }>('/webhooks/whatsapp/:key', async (request, reply) => {
      const { key } = request.params;
      const found = await find(key);
      const query = request.query as Record<string, unknown>;
      if (!found?.account.cloud || !verifySubscription(found.account.cloud.verifyToken, query))
        return reply.status(403).send({ error: 'ERR_NO_PERMISSION' });
      return reply.type('text/plain').send(String(query['hub.challenge']));
    });

    // Whose delivery it is, found before its body is read.
    const addressed = new WeakMap<object, WebhookOwner>();
    const onRequest = async (request: FastifyRequest<{ Params: { key: string } }>, reply: FastifyReply) => {
      const { key } = request.params;
      // Who is known waits for no look-up of others.
      const found = keptWebhookOwner(base, key) ?? (await find(key));
      if (!found?.account.cloud) throw new AppError('ERR_NOT_FOUND');
      addressed.set(request, found);
      await admit(found.companyId, reply.raw);
    };
    scope.post<{ Params: { key: string } }>('/webhooks/whatsapp/:key', { onRequest }, async (request, reply) => {
      const raw = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const signature = request.headers['x-hub-signature-256'];
      const { key } = request.params;
      for (const how of ['kept', 'anew'] as const) {
        // Another process may just have been told a new secret. What carries no signature is not worth a look.
        const owner = how === 'kept' ? addressed.get(request) : signature ? await find(key) : null;
        // Without a secret nothing is signed.
        if (!owner || !verifySignature(owner.account.cloud?.appSecret ?? '', raw, signature)) continue;
        let body: unknown;
        try {
          body = JSON.parse(raw.toString('utf8'));
        } catch {
          return reply.status(400).send({ error: 'ERR_BAD_REQUEST' });
        }
        if (await take(owner, body, how)) return { ok: true };
        // Changed between the look and the transaction: Meta repeats it.
        if (how === 'anew') throw new AppError('ERR_UNAVAILABLE');
      }
      return reply.status(401).send({ error: 'ERR_SIGNATURE' });
    });
  });
};
