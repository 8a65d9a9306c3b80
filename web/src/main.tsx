// First, because it sets the order of the CSS layers.
import './ui/global.css';
import './ui/mantine.css';
import 'virtual:theme.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadPage } from './app/preload.ts';
import { listenForBack } from './platform/back.ts';
import { listenForCommands } from './platform/commands.ts';
import { chosenLanguage, speakLanguage } from './platform/i18n.ts';
import { followOtherTabs, sessionToken } from './platform/session.ts';
import { startSession } from './platform/sign-in.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

followOtherTabs();
listenForCommands();
listenForBack();
void startSession();
if (sessionToken()) preloadPage(window.location.pathname);
// Wait for the language, so that the first render is already translated.
await speakLanguage(chosenLanguage() ?? 'pt');
createRoot(root).render(<App />);
