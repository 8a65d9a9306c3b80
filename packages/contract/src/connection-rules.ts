export const connectionChannels = ['whatsapp_web', 'whatsapp_cloud', 'simulator'] as const;
export type ConnectionChannel = (typeof connectionChannels)[number];

/** The statuses of a connection as clients see them. */
export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** Why a WhatsApp Web connection is in its status; each has a sentence with the next step in every language. */
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

/** States in which the menu's connections item shows the alert badge. */
export const alertingStatuses: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

/** What answers show in place of a connection's token. Sent back, it leaves the token as it is; empty text removes the token. */
export const tokenMask = '••••';
