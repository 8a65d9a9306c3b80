// Announcements of payment providers. Not part of the JSON contract: they authenticate by a word of their own, and say nothing that is believed;
// what they name is asked for at the provider.
import { z } from 'zod';
import { perAddress, type RawRoutes } from '../../../../platform/http/routes.ts';
import { hashToken, sameBytes } from '../../../../platform/secrets.ts';
import { checkAnnounced } from '../actions.ts';
import { webhookWord } from '../reads.ts';

const idsMax = 200;
/** Providers announce one by one, and all of an installation's payments from few addresses. */
const announcedPerMinute = 1_200;
const id = z.string().max(64);
const efiBody = z.object({ pix: z.array(z.object({ txid: id.optional() })).max(idsMax) });
const asaasBody = z.object({ payment: z.object({ id: id, externalReference: id.nullish() }) });

export const paymentWebhooks: RawRoutes = (server, base) => {
  const isWord = (given: unknown, word: string | null) =>
    typeof given === 'string' && word !== null && sameBytes(hashToken(given), hashToken(word));
  const options = { bodyLimit: 256 * 1024, config: perAddress(announcedPerMinute) };

  server.post<{ Params: { type?: string }; Querystring: Record<string, unknown> }>(
    '/subscription/webhook/:type?',
    options,
    async (request, reply) => {
      const { pix } = base.gateways;
      const refuse = () => reply.status(401).send({ error: 'ERR_SIGNATURE' });
      if (request.params.type === 'asaas') {
        if (!isWord(request.headers['asaas-access-token'], pix?.webhookToken ?? null)) return refuse();
        const body = asaasBody.safeParse(request.body);
        // What is no payment is announced too; anything but 200 would stop all announcements.
        if (body.success) {
          const { id, externalReference } = body.data.payment;
          await checkAnnounced(base, 'asaas', externalReference ? [id, externalReference] : [id]);
        }
        return { ok: true };
      }
      if (pix?.provider !== 'efi' || !isWord(request.query.hmac, webhookWord(base))) return refuse();
      const body = efiBody.safeParse(request.body);
      if (body.success)
        await checkAnnounced(
          base,
          'efi',
          body.data.pix.flatMap(({ txid }) => (txid ? [txid] : [])),
        );
      return { ok: true };
    },
  );
};
