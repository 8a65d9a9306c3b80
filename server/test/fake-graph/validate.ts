// What Meta refuses in `POST /{phone number id}/messages`. Every field is known and checked: an unknown one is an error,
// so a client that drifts from the contract fails here and not in production.

export type GraphError = { status: number; code: number; message: string; subcode?: number };

export type Body = Record<string, unknown>;

type Check = (value: unknown, path: string) => string | null;

const is =
  (what: string, test: (value: unknown) => boolean): Check =>
  (value, path) =>
    test(value) ? null : `${path} must be ${what}`;

const str = (max: number, min = 1) =>
  is(`text of ${min} to ${max} characters`, (value) => typeof value === 'string' && value.length >= min && value.length <= max);
const num = (min: number, max: number) =>
  is(`a number from ${min} to ${max}`, (value) => typeof value === 'number' && value >= min && value <= max);
const bool = is('a boolean', (value) => typeof value === 'boolean');
const exactly = (...values: unknown[]) => is(`one of ${values.join(', ')}`, (value) => values.includes(value));
const anyOf = is('anything', () => true);

function list(min: number, max: number, item: Check): Check {
  return (value, path) => {
    if (!Array.isArray(value) || value.length < min || value.length > max) return `${path} must be a list of ${min} to ${max}`;
    return value.map((one, index) => item(one, `${path}[${index}]`)).find((problem) => problem !== null) ?? null;
  };
}

function shape(required: Record<string, Check>, optional: Record<string, Check> = {}): Check {
  return (value, path) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return `${path} must be an object`;
    for (const name of Object.keys(required)) if (!(name in value)) return `${path}.${name} is required`;
    for (const [name, part] of Object.entries(value)) {
      const check = required[name] ?? optional[name];
      if (!check) return `Unexpected key "${name}" on param "${path}"`;
      const problem = check(part, `${path}.${name}`);
      if (problem) return problem;
    }
    return null;
  };
}

function file(optional: Record<string, Check> = {}): Check {
  return (value, path) => {
    const problem = shape(
      {},
      { id: str(200), link: is('an http address', (link) => typeof link === 'string' && /^https?:\/\//.test(link)), ...optional },
    )(value, path);
    if (problem) return problem;
    const given = value as Body;
    return 'id' in given === 'link' in given ? `${path} needs exactly one of id and link` : null;
  };
}

const wamid = is('a message id', (value) => typeof value === 'string' && value.startsWith('wamid.'));
const title = shape({ type: exactly('text'), text: str(60) });
const template = shape(
  { name: str(512), language: shape({ code: str(20) }) },
  {
    components: list(
      0,
      20,
      shape(
        { type: exactly('header', 'body', 'button') },
        {
          sub_type: exactly('quick_reply', 'url', 'copy_code', 'flow', 'catalog'),
          index: str(2),
          parameters: list(
            1,
            60,
            shape(
              { type: str(20) },
              {
                text: str(1024),
                payload: str(128),
                coupon_code: str(15),
                parameter_name: str(60),
                image: file(),
                video: file(),
                document: file({ filename: str(240) }),
              },
            ),
          ),
        },
      ),
    ),
  },
);

const button = shape({ type: exactly('reply'), reply: shape({ id: str(256), title: str(20) }) });
const row = shape({ id: str(200), title: str(24) }, { description: str(72) });
const interactives: Record<string, Check> = {
  button: shape(
    { type: anyOf, body: shape({ text: str(1024) }), action: shape({ buttons: list(1, 3, button) }) },
    { header: title, footer: shape({ text: str(60) }) },
  ),
  list: shape(
    {
      type: anyOf,
      body: shape({ text: str(1024) }),
      action: shape({ button: str(20), sections: list(1, 10, shape({ rows: list(1, 10, row) }, { title: str(24) })) }),
    },
    { header: title, footer: shape({ text: str(60) }) },
  ),
  cta_url: shape({
    type: anyOf,
    body: shape({ text: str(1024) }),
    action: shape({ name: exactly('cta_url'), parameters: shape({ display_text: str(20), url: str(2000) }) }),
  }),
};

const types: Record<string, Check> = {
  text: shape({ body: str(4096) }, { preview_url: bool }),
  image: file({ caption: str(1024) }),
  video: file({ caption: str(1024) }),
  document: file({ caption: str(1024), filename: str(240) }),
  audio: file({ voice: bool }),
  sticker: file(),
  location: shape({ latitude: num(-90, 90), longitude: num(-180, 180) }, { name: str(1000), address: str(1000) }),
  contacts: list(
    1,
    257,
    shape(
      {
        name: (value, path) =>
          shape(
            { formatted_name: str(1000) },
            { first_name: str(1000), last_name: str(1000), middle_name: str(1000), prefix: str(100), suffix: str(100) },
          )(value, path) ?? (Object.keys(value as Body).length < 2 ? `${path} needs one more part than formatted_name` : null),
      },
      { phones: list(0, 20, shape({ phone: str(40) }, { type: str(20), wa_id: str(20) })) },
    ),
  ),
  reaction: shape({ message_id: wamid, emoji: str(16, 0) }),
  interactive: (value, path) => {
    const check = interactives[String((value as Body | null)?.type)];
    return check ? check(value, path) : `${path}.type is not known`;
  },
  template,
};

const bsuid = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/;

/** Null when Meta would take the message. */
export function refuseMessage(body: unknown): GraphError | null {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return invalid('the body must be a JSON object');
  const message = body as Body;
  if (message.messaging_product !== 'whatsapp')
    return { status: 400, code: 100, message: '(#100) The parameter messaging_product is required.' };
  if ('status' in message) {
    const problem = shape(
      { messaging_product: anyOf, status: exactly('read'), message_id: wamid },
      { typing_indicator: shape({ type: exactly('text') }) },
    )(body, 'message');
    return problem ? invalid(problem) : null;
  }
  const type = typeof message.type === 'string' ? message.type : 'text';
  const content = types[type];
  if (!content) return { status: 400, code: 131009, message: `(#131009) Parameter value is not valid: type ${type}` };
  if (!('to' in message) && !('recipient' in message))
    return { status: 400, code: 131008, message: '(#131008) Required parameter is missing: to' };
  const problem = shape(
    { messaging_product: anyOf, [type]: content },
    {
      type: anyOf,
      recipient_type: exactly('individual', 'group'),
      to: is(
        'a phone number or group id',
        (to) => typeof to === 'string' && (message.recipient_type === 'group' ? to.length > 0 : /^\+?\d{8,15}$/.test(to)),
      ),
      recipient: is('a business-scoped user id', (id) => typeof id === 'string' && bsuid.test(id)),
      context: shape({ message_id: wamid }),
      biz_opaque_callback_data: is('at most 512 bytes', (data) => typeof data === 'string' && Buffer.byteLength(data) <= 512),
    },
  )(body, 'message');
  return problem ? invalid(problem) : null;
}

export function invalid(problem: string): GraphError {
  return { status: 400, code: 100, message: `(#100) Invalid parameter: ${problem}` };
}

const MB = 1024 * 1024;
const uploads: Record<string, number> = {
  'image/jpeg': 5 * MB,
  'image/png': 5 * MB,
  'image/webp': 500 * 1024,
  'video/mp4': 16 * MB,
  'video/3gpp': 16 * MB,
  'audio/aac': 16 * MB,
  'audio/amr': 16 * MB,
  'audio/mpeg': 16 * MB,
  'audio/mp4': 16 * MB,
  'audio/ogg': 16 * MB,
};
const documents = /^(text\/(plain|csv)|application\/(pdf|zip|octet-stream|msword|vnd\.[\w.+-]+|json))$/;

export function refuseUpload(mime: string, bytes: Uint8Array): GraphError | null {
  const plain = mime.split(';')[0]?.trim() ?? '';
  const max = uploads[plain] ?? (documents.test(plain) ? 100 * MB : null);
  if (max === null) return invalid(`Param file must be a file with one of the following types; received ${mime}`);
  if (bytes.length === 0 || bytes.length > max) return invalid(`file of ${bytes.length} bytes, at most ${max}`);
  return null;
}

const kinds: Record<string, RegExp> = {
  image: /^image\/(jpeg|png)$/,
  video: /^video\/(mp4|3gpp)$/,
  audio: /^audio\/(aac|amr|mpeg|mp4|ogg)$/,
  sticker: /^image\/webp$/,
  document: /./,
};

/** The file is there, but does it fit the kind of message? A voice message must be OGG. */
export function refuseMedia(type: string, mime: string, voice: boolean): GraphError | null {
  const plain = mime.split(';')[0]?.trim() ?? '';
  if (!kinds[type]?.test(plain) || (voice && plain !== 'audio/ogg'))
    return { status: 400, code: 131053, message: `(#131053) Media upload error: ${plain} cannot be sent as ${voice ? 'voice' : type}` };
  return null;
}
