// A strict local Efí: mTLS on every call, exact bodies, its own forms of refusal. https://dev.efipay.com.br/docs/api-pix
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { z } from 'zod';
import { brCode } from '../../src/gateways/pix/br-code.ts';
import type { Certificates } from './certificates.ts';

const cob = z.strictObject({
  calendario: z.strictObject({ expiracao: z.number().int().positive() }),
  devedor: z
    .union([
      z.strictObject({ cpf: z.string().regex(/^\d{11}$/), nome: z.string().max(200) }),
      z.strictObject({ cnpj: z.string().regex(/^\d{14}$/), nome: z.string().max(200) }),
    ])
    .optional(),
  valor: z.strictObject({ original: z.string().regex(/^\d{1,10}\.\d{2}$/) }),
  chave: z.string().max(77),
  solicitacaoPagador: z.string().max(140).optional(),
});
type Cob = z.output<typeof cob> & { txid: string; status: string; loc: { id: number }; pix?: object[] };

export type FakeEfi = {
  url: string;
  charges: Map<string, Cob>;
  webhook: string | null;
  asked: string[];
  /** Runs this before the next charge is answered; resolves with it. */
  onNext(work: () => Promise<void>): Promise<void>;
  /** The next call is done, but its answer lost. */
  loseNext(): void;
  /** The payer pays; answers what the announcement names. */
  pay(txid: string, valor?: string): { endToEndId: string; txid: string; valor: string; horario: string };
  close(): Promise<void>;
};

export const efiAccount = { clientId: 'Client_Id_1', clientSecret: 'Client_Secret_1', pixKey: '7f6844d0-de89-47e5-9ef7-e0a35a681615' };

export async function startFakeEfi(certificates: Certificates): Promise<FakeEfi> {
  const charges = new Map<string, Cob>();
  const asked: string[] = [];
  let lost = false;
  let meanwhile: (() => Promise<void>) | null = null;
  let count = 0;
  const fake: FakeEfi = {
    url: '',
    charges,
    webhook: null,
    asked,
    onNext: (work) =>
      new Promise((resolve) => {
        meanwhile = () => work().then(resolve);
      }),
    loseNext: () => {
      lost = true;
    },
    pay(txid, valor) {
      const charge = charges.get(txid);
      if (charge?.status !== 'ATIVA') throw new Error('this charge cannot be paid');
      const pix = {
        endToEndId: `E09089356202611231200API${String(++count).padStart(9, '0')}`,
        txid,
        valor: valor ?? charge.valor.original,
        horario: new Date().toISOString(),
      };
      charge.status = 'CONCLUIDA';
      charge.pix = [pix];
      return pix;
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };

  const server = createServer(
    { ...certificates.server, ca: certificates.ca, requestCert: true, rejectUnauthorized: false },
    async (request, response) => {
      const { method = '', url = '' } = request;
      asked.push(`${method} ${url}`);
      const answer = await answerTo(request, method, url).catch((error: unknown) => ({
        status: 500,
        body: { nome: 'erro_aplicacao', mensagem: String(error) },
      }));
      if (meanwhile && method === 'PUT') {
        const work = meanwhile;
        meanwhile = null;
        await work();
      }
      if (lost) {
        lost = false;
        return void response.destroy();
      }
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body));
    },
  );

  async function answerTo(request: IncomingMessage, method: string, url: string): Promise<{ status: number; body: object }> {
    if (!(request.socket as TLSSocket).authorized) return { status: 400, body: { nome: 'certificado_invalido', mensagem: 'mTLS' } };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const json: unknown = chunks.length > 0 ? JSON.parse(Buffer.concat(chunks).toString()) : null;
    const basic = `Basic ${Buffer.from(`${efiAccount.clientId}:${efiAccount.clientSecret}`).toString('base64')}`;
    if (url === '/oauth/token') {
      if (
        request.headers.authorization !== basic ||
        !z.strictObject({ grant_type: z.literal('client_credentials') }).safeParse(json).success
      )
        return { status: 401, body: { error: 'invalid_client', error_description: 'Invalid or inactive credentials' } };
      return { status: 200, body: { access_token: 'token-1', token_type: 'Bearer', expires_in: 3600, scope: 'cob.write cob.read' } };
    }
    if (request.headers.authorization !== 'Bearer token-1') return { status: 401, body: { error: 'invalid_token' } };
    const txid = /^\/v2\/cob\/([a-zA-Z0-9]{26,35})$/.exec(url)?.[1];
    const charge = txid ? charges.get(txid) : undefined;
    if (txid && method === 'PUT') {
      if (charge)
        return { status: 409, body: { nome: 'txid_duplicado', mensagem: 'Campo txid informado já foi utilizado em outra cobrança' } };
      const parsed = cob.safeParse(json);
      if (!parsed.success || parsed.data.chave !== efiAccount.pixKey)
        return { status: 400, body: { nome: 'valor_invalido', mensagem: String(parsed.error) } };
      const made: Cob = { ...parsed.data, txid, status: 'ATIVA', loc: { id: charges.size + 1 } };
      charges.set(txid, made);
      return { status: 201, body: made };
    }
    if (txid && !charge) return { status: 404, body: { nome: 'cobranca_nao_encontrada', mensagem: 'Nenhuma cobrança encontrada' } };
    if (charge && method === 'GET') return { status: 200, body: charge };
    if (charge && method === 'PATCH') {
      if (charge.status !== 'ATIVA') return { status: 400, body: { nome: 'status_cobranca_invalido', mensagem: 'Status' } };
      charge.status = 'REMOVIDA_PELO_USUARIO_RECEBEDOR';
      return { status: 200, body: charge };
    }
    const place = /^\/v2\/loc\/(\d+)\/qrcode$/.exec(url)?.[1];
    const placed = [...charges.values()].find(({ loc }) => loc.id === Number(place));
    if (placed) {
      const qrcode = brCode({
        key: efiAccount.pixKey,
        amount: placed.valor.original,
        name: 'Balcao',
        city: 'Sao Paulo',
        txid: placed.txid,
      });
      return { status: 200, body: { qrcode, imagemQrcode: 'data:image/png;base64,AAAA', linkVisualizacao: 'https://pix.example' } };
    }
    if (method === 'PUT' && url === `/v2/webhook/${efiAccount.pixKey}` && request.headers['x-skip-mtls-checking'] === 'true') {
      fake.webhook = z.strictObject({ webhookUrl: z.string() }).parse(json).webhookUrl;
      return { status: 200, body: { webhookUrl: fake.webhook } };
    }
    return { status: 404, body: { nome: 'nao_encontrado', mensagem: url } };
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  fake.url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return fake;
}
