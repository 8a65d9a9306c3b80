// Errors are codes. The server never writes a sentence for a person; the web has one for each code and language.

/** Code to HTTP status. Business refusals are 400, missing or foreign ids 404. */
export const errorStatus = {
  ERR_VALIDATION: 400,
  ERR_BAD_REQUEST: 400,
  ERR_NOT_FOUND: 404,
  ERR_PAYLOAD_TOO_LARGE: 413,
  ERR_TOO_MANY_REQUESTS: 429,
  ERR_COMPANY_BUSY: 429,
  ERR_INTERNAL_SERVER_ERROR: 500,
  ERR_UNAVAILABLE: 503,

  ERR_INVALID_CREDENTIALS: 401,
  ERR_SESSION_EXPIRED: 401,
  ERR_TOKEN_EXPIRED: 403,
  ERR_NO_PERMISSION: 403,
  ERR_SUBSCRIPTION_EXPIRED: 403,
  ERR_COMPANY_INACTIVE: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_FORBIDDEN_ORIGIN: 403,
  ERR_SIGNATURE: 401,

  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_USER_DONT_EXISTS: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
  ERR_NO_HELP_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_PLAN_FOUND: 404,
  ERR_NO_MEDIA_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_QUEUE_OPTION_FOUND: 404,
  ERR_NO_QUICKMESSAGE_FOUND: 404,
  ERR_NO_FILE_FOUND: 404,
  ERR_NO_TICKETNOTE_FOUND: 404,
  ERR_NO_IMPORT_FOUND: 404,
  ERR_NO_MERGE_FOUND: 404,
  ERR_NO_GAP_FOUND: 404,
  ERR_NO_CHAT_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_NO_CONTACTLIST_FOUND: 404,
  ERR_NO_CONTACTLISTITEM_FOUND: 404,
  ERR_NO_CAMPAIGN_FOUND: 404,

  ERR_TICKET_CANNOT_MOVE: 400,
  ERR_TICKET_TAKEN: 400,
  ERR_UNDO_TOO_LATE: 400,
  ERR_TICKET_CLOSED: 400,
  ERR_OTHER_OPEN_TICKET: 400,
  ERR_QUEUE_REQUIRED: 400,
  ERR_USER_NOT_IN_QUEUE: 400,
  ERR_CREATING_TICKET: 400,
  ERR_CREATING_MESSAGE: 400,
  ERR_EMPTY_MESSAGE: 400,
  ERR_SENDING_WAPP_MSG: 400,
  ERR_DELETE_WAPP_MSG: 400,
  ERR_EDITING_WAPP_MSG: 400,
  ERR_FETCH_WAPP_MSG: 400,
  ERR_WINDOW_CLOSED: 400,
  ERR_MESSAGE_NOT_FAILED: 400,
  ERR_MEDIA_TYPE: 400,
  ERR_MEDIA_TOO_LARGE: 413,

  ERR_DUPLICATED_CONTACT: 400,
  ERR_INVALID_NUMBER: 400,
  ERR_WAPP_INVALID_CONTACT: 400,
  ERR_WAPP_CHECK_CONTACT: 400,
  ERR_CONTACT_IN_USE: 400,
  ERR_CONTACT_NAME: 400,
  ERR_CONTACT_EMAIL: 400,
  ERR_DUPLICATED_ROW: 400,
  ERR_SHEET: 400,
  ERR_SHEET_EMPTY: 400,
  ERR_SHEET_COLUMNS: 400,
  ERR_SHEET_TOO_LARGE: 413,
  ERR_SHEETS_BUSY: 503,
  ERR_NO_ADDRESS_BOOK: 400,
  ERR_CONTACT_OPTED_OUT: 400,
  ERR_LIST_FOLLOWS_FILTER: 400,
  ERR_LIST_FILTER: 400,
  ERR_LIST_NUMBER_EXISTS: 400,
  ERR_CONSENT_STATE: 400,
  ERR_CONSENT_UNCHANGED: 400,
  ERR_MERGE_GROUP: 400,
  ERR_MERGE_SPLIT: 400,

  ERR_NO_DEF_WAPP_FOUND: 400,
  ERR_NO_OTHER_WHATSAPP: 400,
  ERR_WAPP_NOT_INITIALIZED: 400,
  ERR_WAPP_DOWNLOAD_MEDIA: 400,
  ERR_WAPP_GREETING_REQUIRED: 400,
  ERR_WAPP_NAME_EXISTS: 400,
  ERR_WAPP_TOKEN_EXISTS: 400,
  ERR_WAPP_CHANNEL: 400,
  ERR_CLOUD_CREDENTIALS: 400,

  ERR_QUEUE_COLOR_ALREADY_EXISTS: 400,
  ERR_QUEUE_NAME_ALREADY_EXISTS: 400,
  ERR_EMAIL_ALREADY_EXISTS: 400,
  ERR_COMPANY_NAME_ALREADY_EXISTS: 400,
  ERR_PLAN_NAME_ALREADY_EXISTS: 400,
  ERR_PLAN_USERS_LIMIT: 400,
  ERR_PLAN_CONNECTIONS_LIMIT: 400,
  ERR_PLAN_QUEUES_LIMIT: 400,
  ERR_OWN_USER: 400,
  ERR_CURRENT_PASSWORD: 400,
  ERR_LAST_ADMIN: 400,
  ERR_SETTING_VALUE: 400,
  ERR_TAG_NAME_ALREADY_EXISTS: 400,
  ERR_SHORTCODE_ALREADY_EXISTS: 400,
  ERR_FILE_NAME_ALREADY_EXISTS: 400,

  ERR_SCHEDULE_SENT: 400,
  ERR_CAMPAIGN_LOCKED: 400,
  ERR_CAMPAIGN_RUNNING: 400,
  ERR_CAMPAIGN_CANNOT_MOVE: 400,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** One thing wrong with the input. `path` names the field (`body.name`, `query.pageNumber`), `code` why. */
export type Issue = { path: string; code: string; min?: number; max?: number };

/** The body of every answer that is not a success. */
export type ErrorBody = {
  /** A code; for `ERR_OTHER_OPEN_TICKET` on `POST /tickets`, JSON text of the existing ticket, `code` holding the code. */
  error: string;
  code?: ErrorCode;
  issues?: Issue[];
  details?: Record<string, unknown>;
};

/** What a pure rule says of a request: the new state, or the code of its refusal. */
export type Verdict<T> = { ok: true; value: T } | { ok: false; error: ErrorCode; details?: Record<string, unknown> };

/** The verdict of a rule that allows it; `value` is what it decided. */
export function accept<T>(value: T): Verdict<T> {
  return { ok: true, value };
}

/** The verdict of a rule that does not allow it, with the code why. */
export function refuse(
  error: ErrorCode,
  details?: Record<string, unknown>,
): { ok: false; error: ErrorCode; details?: Record<string, unknown> } {
  return details ? { ok: false, error, details } : { ok: false, error };
}
