export const installationKeys = {
  entrance: ['installation', 'entrance'] as const,
  settings: ['installation', 'settings'] as const,
};
