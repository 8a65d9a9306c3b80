// Dialogflow ES over REST: it checks the signature of the token, the session and the text, and refuses in Google's words.
import { generateKeyPairSync } from 'node:crypto';
import { importSPKI, jwtVerify } from 'jose';
import { type Answered, type Asked, type BotServer, jsonOf, startBotServer } from './bot-server.ts';

export type FakeDialogflow = BotServer & {
  project: string;
  /** The service account, as Google gives it out. */
  account: string;
  /** What it answers to a text; null: a fallback without words. */
  answers: Map<string, Record<string, unknown>>;
};

export async function startDialogflow(): Promise<FakeDialogflow> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const project = 'loja-1';
  const email = 'bot@loja-1.iam.gserviceaccount.com';
  const key = await importSPKI(publicKey, 'RS256');
  const answers = new Map<string, Record<string, unknown>>();
  const isSigned = async ({ headers }: Asked): Promise<boolean> => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? '';
    try {
      const { payload } = await jwtVerify(token, key, { issuer: email, subject: email, maxTokenAge: '1h' });
      return payload.scope === undefined
        ? payload.aud === 'https://dialogflow.googleapis.com/'
        : String(payload.scope).includes('cloud-platform');
    } catch {
      return false;
    }
  };
  const server = await startBotServer(async (asked) => {
    if (!(await isSigned(asked))) return refusal(401, 'UNAUTHENTICATED', 'Request had invalid authentication credentials.');
    const path = /^\/v2\/projects\/([^/]+)\/agent\/sessions\/([^/]+):detectIntent$/.exec(asked.path);
    if (asked.method !== 'POST' || !path) return refusal(404, 'NOT_FOUND', 'Not found');
    if (path[1] !== project)
      return refusal(403, 'PERMISSION_DENIED', `IAM permission 'dialogflow.sessions.detectIntent' on '${path[1]}' denied.`);
    if (Buffer.byteLength(path[2] ?? '') > 36) return refusal(400, 'INVALID_ARGUMENT', 'Session ID is too long.');
    const body = jsonOf(asked);
    if (!body || Object.keys(body).some((name) => !['queryInput', 'queryParams'].includes(name)))
      return refusal(400, 'INVALID_ARGUMENT', 'Unknown name');
    const text = (body.queryInput as { text?: { text?: unknown; languageCode?: unknown } } | undefined)?.text;
    if (typeof text?.text !== 'string' || text.text === '') return refusal(400, 'INVALID_ARGUMENT', 'Input text not set.');
    if (text.text.length > 256) return refusal(400, 'INVALID_ARGUMENT', 'Input text exceeds the limit of 256 characters.');
    if (typeof text.languageCode !== 'string') return refusal(400, 'INVALID_ARGUMENT', 'Language is not set.');
    const queryResult = answers.get(text.text) ?? { fulfillmentText: `Você disse: ${text.text}`, intent: { displayName: 'Eco' } };
    return { json: { responseId: 'r1', queryResult: { queryText: text.text, languageCode: text.languageCode, ...queryResult } } };
  });
  const account = JSON.stringify({
    type: 'service_account',
    project_id: project,
    private_key_id: 'k1',
    private_key: privateKey,
    client_email: email,
  });
  return { ...server, project, account, answers };
}

function refusal(code: number, status: string, message: string): Answered {
  return { status: code, json: { error: { code, message, status } } };
}
