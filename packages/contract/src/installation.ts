import { z } from 'zod';
import { endpoint } from './endpoint.ts';

const settings = {
  /** May visitors sign up companies? */
  signUp: z.boolean(),
  /** Are operators only those who have a second factor? */
  operatorsSecondFactor: z.boolean(),
};

export const installationSettings = z.object(settings);
export type InstallationSettings = z.output<typeof installationSettings>;

export const installationEndpoints = {
  showEntrance: endpoint({
    route: 'GET /v1/entrance',
    access: 'public',
    summary: 'What a visitor is offered: whether companies can sign up.',
    answer: installationSettings.pick({ signUp: true }),
  }),
  showInstallation: endpoint({
    route: 'GET /v1/installation',
    access: 'super',
    summary: 'What operators decide for the whole installation.',
    answer: installationSettings,
  }),
  changeInstallation: endpoint({
    route: 'PUT /v1/installation',
    access: 'super',
    summary: 'Changes the given settings of the installation.',
    body: z.object({ signUp: settings.signUp.optional(), operatorsSecondFactor: settings.operatorsSecondFactor.optional() }),
    answer: installationSettings,
  }),
};
