import type { ApiKeyView } from '@balcao/contract/api-keys';
import { fact } from '../platform/facts.ts';

export const apiKeyCreated = fact<{ record: ApiKeyView }>('apiKey.created');
export const apiKeyChanged = fact<{ record: ApiKeyView }>('apiKey.changed');
export const apiKeyDeleted = fact<{ id: number }>('apiKey.deleted');
