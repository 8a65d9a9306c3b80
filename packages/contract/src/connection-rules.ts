export const connectionChannels = ['whatsapp_web', 'whatsapp_cloud', 'simulator'] as const;
export type ConnectionChannel = (typeof connectionChannels)[number];

/** The statuses of a connection as clients see them. */
export const connectionStatuses = ['OPENING', 'qrcode', 'PAIRING', 'CONNECTED', 'TIMEOUT', 'DISCONNECTED'] as const;
export type ConnectionStatus = (typeof connectionStatuses)[number];

/** States in which the menu's connections item shows the alert badge. */
export const alertingStatuses: readonly ConnectionStatus[] = ['qrcode', 'PAIRING', 'DISCONNECTED', 'TIMEOUT', 'OPENING'];

/** What answers show in place of a connection's token. Sent back, it leaves the token as it is; empty text removes the token. */
export const tokenMask = '••••';
