export const connectionChannels = ['whatsapp_web', 'whatsapp_cloud', 'simulator'] as const;
export type ConnectionChannel = (typeof connectionChannels)[number];

/** The statuses of a connection as clients see them. */
export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Why a WhatsApp Web connection has its status; each is translated, with the next step. */
export const webReasons = [
  'not_linked',
  'qr_expired',
  'pairing_expired',
  'disconnected_by_user',
  'logged_out',
  'replaced',
  'banned',
  'restricted',
  'passkey_required',
  'outdated',
  'bad_session',
  'timeout',
  'network',
  'refused',
] as const;
export type WebReason = (typeof webReasons)[number];

/** Statuses for which the menu shows an alert badge at connections. */
export const alertingStatuses: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

/** Shown instead of a connection's token. Sending it back keeps the token; empty text removes the token. */
export const tokenMask = '••••';
