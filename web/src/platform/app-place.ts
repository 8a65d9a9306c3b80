// Where the app runs: what browser, on what system, installed or not. What platforms cannot do is said in their own words.

export type Place = {
  system: 'ios' | 'android' | 'mac' | 'desktop';
  browser: 'chromium' | 'firefox' | 'safari';
  /** In a window of its own, from the home screen or the dock. */
  installed: boolean;
  /** Over https, without which browsers install nothing and show no notices. */
  secure: boolean;
};

/** By what the browser calls itself. An iPad says that it is a Mac, but none of those is touched. */
export function placeOf(userAgent: string, touchPoints: number): Pick<Place, 'system' | 'browser'> {
  const ios = /iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1);
  const system = ios ? 'ios' : /Android/.test(userAgent) ? 'android' : /Macintosh/.test(userAgent) ? 'mac' : 'desktop';
  // On iPhone and iPad every browser is Safari inside.
  if (ios) return { system, browser: 'safari' };
  return { system, browser: /Firefox\//.test(userAgent) ? 'firefox' : /Chrome\//.test(userAgent) ? 'chromium' : 'safari' };
}

export function currentPlace(): Place {
  const standalone = 'standalone' in navigator && navigator.standalone === true;
  return {
    ...placeOf(navigator.userAgent, navigator.maxTouchPoints),
    installed: standalone || window.matchMedia('(display-mode: standalone)').matches,
    secure: window.isSecureContext,
  };
}

export type InstallOffer = Event & { prompt: () => Promise<{ outcome: 'accepted' | 'dismissed' }> };

declare global {
  interface Window {
    /** The browser's offer to install the app, kept by theme.js because it comes once, before most code is there. */
    installOffer?: InstallOffer | undefined;
  }
}
