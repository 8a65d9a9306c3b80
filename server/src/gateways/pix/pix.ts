// Which provider takes payments, by the configuration.
import { type AsaasConfig, asaasGateway } from './asaas.ts';
import { type EfiConfig, efiGateway } from './efi.ts';
import type { PixGateway } from './port.ts';
import { simulatedGateway } from './simulated.ts';

export type PixConfig =
  | { provider: 'simulated' }
  | ({ provider: 'efi' } & EfiConfig)
  | ({ provider: 'asaas' } & Omit<AsaasConfig, 'token'> & { token: string | null });

export type Pix = {
  provider: PixConfig['provider'];
  /** What Asaas shows with its announcements; null: none are believed. */
  webhookToken: string | null;
  /** Does the configuration lack the token of Asaas? */
  needsToken: boolean;
  /** `token`: where the configuration lacks it. Null without one. */
  gateway(token: string | null): PixGateway | null;
};

export function createPix(config: PixConfig): Pix {
  const fixed = config.provider === 'efi' ? efiGateway(config) : config.provider === 'simulated' ? simulatedGateway() : null;
  return {
    provider: config.provider,
    webhookToken: config.provider === 'asaas' ? config.webhookToken : null,
    needsToken: config.provider === 'asaas' && config.token === null,
    gateway(token) {
      if (config.provider !== 'asaas') return fixed;
      const key = config.token ?? token;
      return key ? asaasGateway({ ...config, token: key }) : null;
    },
  };
}
