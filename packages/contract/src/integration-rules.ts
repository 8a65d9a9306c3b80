// Bots of other makers, called queue integrations on the wire: what each type needs. Pure, and shared: the form asks for it, the server checks it.

export const integrationTypes = ['dialogflow', 'n8n', 'webhook', 'typebot'] as const;
export type IntegrationType = (typeof integrationTypes)[number];

export const integrationLanguages = ['pt-BR', 'en', 'es'] as const;
export type IntegrationLanguage = (typeof integrationLanguages)[number];

export const integrationLimits = {
  name: { min: 2, max: 50 },
  project: 100,
  /** Characters of the service account. */
  json: 10_000,
  url: 2_000,
  slug: 200,
  keyword: 100,
  text: 4_096,
  /** A week, in minutes. */
  expires: 10_080,
  /** In ms. */
  delay: 60_000,
} as const;

export const integrationDefaults = { language: 'pt-BR', typebotExpires: 1, typebotDelayMessage: 1_000 } as const;

export type IntegrationNeeds = {
  type: IntegrationType;
  projectName: string;
  /** Is there a service account, given now or before? */
  hasJsonContent: boolean;
  urlN8N: string;
  typebotSlug: string;
};

export type IntegrationFault = { field: 'projectName' | 'jsonContent' | 'urlN8N' | 'typebotSlug'; code: 'required' | 'invalid' };

/** The first thing that an integration of its type lacks; null if it can work. */
export function integrationFault(given: IntegrationNeeds): IntegrationFault | null {
  if (given.type === 'dialogflow') {
    if (given.projectName.trim() === '') return { field: 'projectName', code: 'required' };
    if (!/^[a-z0-9][a-z0-9:.-]*$/i.test(given.projectName)) return { field: 'projectName', code: 'invalid' };
    return given.hasJsonContent ? null : { field: 'jsonContent', code: 'required' };
  }
  if (given.urlN8N.trim() === '') return { field: 'urlN8N', code: 'required' };
  if (!isHttpUrl(given.urlN8N)) return { field: 'urlN8N', code: 'invalid' };
  return given.type === 'typebot' && given.typebotSlug.trim() === '' ? { field: 'typebotSlug', code: 'required' } : null;
}

/** The types whose calls we sign: the receiver is the company's own. */
export function signsCalls(type: IntegrationType): boolean {
  return type === 'n8n' || type === 'webhook';
}

export type ServiceAccount = { client_email: string; private_key: string; private_key_id?: string };

/** A service account as its provider gives it out. Null if the text is none. */
export function serviceAccountOf(json: string): ServiceAccount | null {
  const parsed = parse(json);
  if (typeof parsed !== 'object' || parsed === null) return null;
  const { client_email, private_key, private_key_id } = parsed as Record<string, unknown>;
  if (typeof client_email !== 'string' || typeof private_key !== 'string') return null;
  if (!client_email.includes('@') || !private_key.includes('PRIVATE KEY')) return null;
  return { client_email, private_key, ...(typeof private_key_id === 'string' ? { private_key_id } : {}) };
}

/** Does the customer write this keyword, and nothing else? Upper and lower case are the same. An empty keyword is never written. */
export function isKeyword(text: string, keyword: string): boolean {
  const wanted = keyword.trim();
  return wanted !== '' && text.trim().toLowerCase() === wanted.toLowerCase();
}

/**
 * How far a message has come on its way to an integration and back. `waiting`: to be sent, perhaps again; `answering`: what it answered is
 * being told to the customer; `dropped`: not sent, because the integration has fallen silent in the conversation.
 */
export const deliveryStates = ['waiting', 'answering', 'done', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Those that are on their way. */
export function isUnderWay(state: DeliveryState): boolean {
  return state === 'waiting' || state === 'answering';
}

/** Why a call of an integration failed. */
export const integrationReasons = [
  'bad_address',
  'private_address',
  'unreachable',
  'timeout',
  'too_large',
  'redirected',
  'credentials',
  'not_found',
  'rate_limited',
  'refused',
  'server_error',
  'garbage',
] as const;
export type IntegrationReason = (typeof integrationReasons)[number];

function isHttpUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol } = new URL(text);
  return protocol === 'http:' || protocol === 'https:';
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
