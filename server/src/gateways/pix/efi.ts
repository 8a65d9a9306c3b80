// Efí: the Pix API of the Central Bank, every call with our client certificate. https://dev.efipay.com.br/docs/api-pix
import { amountText, centsFromText } from '@balcao/contract/subscription-rules';
import { PixFailure, type PixGateway } from './port.ts';
import { failureOf, type JsonAnswer, requestJson, type Tls } from './request.ts';

export type EfiConfig = {
  url: string;
  clientId: string;
  clientSecret: string;
  pixKey: string;
  tls: Tls;
  /** Of the server, where it is not a public one. */
  ca?: Buffer | undefined;
};

export function efiGateway(config: EfiConfig): PixGateway {
  let token: { text: string; until: number } | null = null;

  async function accessToken(): Promise<string> {
    if (token && token.until > performance.now()) return token.text;
    const basic = Buffer.from(`${config.clientId}:${config.clientSecret}`).toString('base64');
    const answer = await requestJson(`${config.url}/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${basic}` },
      json: { grant_type: 'client_credentials' },
      tls: config.tls,
      ca: config.ca,
    });
    const text = answer.body.access_token;
    if (answer.status !== 200 || typeof text !== 'string') throw failureOf(answer);
    const seconds = typeof answer.body.expires_in === 'number' ? answer.body.expires_in : 3600;
    token = { text, until: performance.now() + Math.max(0, seconds - 60) * 1000 };
    return text;
  }

  async function call(method: string, path: string, json?: unknown, headers: Record<string, string> = {}): Promise<JsonAnswer> {
    const send = async () =>
      requestJson(`${config.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${await accessToken()}`, ...headers },
        json,
        tls: config.tls,
        ca: config.ca,
      });
    const answer = await send();
    if (answer.status !== 401) return answer;
    // The token may have been taken back before its time.
    token = null;
    return send();
  }

  const find = async (txid: string) => {
    const answer = await call('GET', `/v2/cob/${txid}`);
    if (answer.status !== 200) throw failureOf(answer);
    return answer.body;
  };

  return {
    provider: 'efi',
    async ask({ txid, amountCents, seconds, description, payer }) {
      const debtor = payer.document && {
        devedor: { [payer.document.length === 11 ? 'cpf' : 'cnpj']: payer.document, nome: payer.name.slice(0, 200) },
      };
      const answer = await call('PUT', `/v2/cob/${txid}`, {
        calendario: { expiracao: seconds },
        ...debtor,
        valor: { original: amountText(amountCents) },
        chave: config.pixKey,
        solicitacaoPagador: description.slice(0, 140),
      });
      if (answer.status !== 201 && answer.status !== 200 && answer.status !== 409) throw failureOf(answer);
      // The same request was made before, and its answer lost.
      const charge = answer.status === 409 ? await find(txid) : answer.body;
      if (centsFromText(String((charge.valor as { original?: unknown })?.original ?? '')) !== amountCents)
        throw new PixFailure('refused', 'the charge has another amount');
      const place = (charge.loc as { id?: unknown })?.id;
      const code = await call('GET', `/v2/loc/${String(place)}/qrcode`);
      if (code.status !== 200 || typeof code.body.qrcode !== 'string') throw failureOf(code);
      return {
        externalId: null,
        brCode: code.body.qrcode,
        image: typeof code.body.imagemQrcode === 'string' ? code.body.imagemQrcode : '',
      };
    },
    async look({ txid }) {
      const charge = await find(txid);
      if (charge.status !== 'CONCLUIDA' || !Array.isArray(charge.pix)) return { payments: [] };
      return {
        payments: (charge.pix as Record<string, unknown>[]).flatMap(({ endToEndId, valor, horario, txid: of }) => {
          const amountCents = centsFromText(String(valor));
          if (typeof endToEndId !== 'string' || amountCents === null || of !== txid) return [];
          const at = new Date(String(horario));
          return [{ key: `efi:${endToEndId}`, amountCents, at: Number.isNaN(at.getTime()) ? new Date(0) : at }];
        }),
      };
    },
    async cancel({ txid }) {
      const answer = await call('PATCH', `/v2/cob/${txid}`, { status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' });
      // There is none where the request for it never arrived.
      if (answer.status >= 300 && answer.status !== 404) throw failureOf(answer);
    },
    async announceAt(url) {
      const answer = await call(
        'PUT',
        `/v2/webhook/${encodeURIComponent(config.pixKey)}`,
        { webhookUrl: url },
        { 'x-skip-mtls-checking': 'true' },
      );
      if (answer.status >= 300) throw failureOf(answer);
    },
  };
}
