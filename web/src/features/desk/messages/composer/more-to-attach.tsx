import { Menu } from '@mantine/core';
import { IconCamera, IconFiles, IconPlus, IconVideo } from '@tabler/icons-react';
import { useRef } from 'react';
import { t } from '../../../../platform/i18n.ts';
import { FilePicker } from '../../../../ui/fields/file-picker.tsx';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { LateMenu } from '../../../../ui/late-popup.tsx';

/** What a phone attaches besides its files: what its camera sees, and a list of files. */
export function MoreToAttach({ onFiles, onFileList }: { onFiles: (files: Iterable<File>) => void; onFileList: () => void }) {
  const photo = useRef<HTMLInputElement>(null);
  const video = useRef<HTMLInputElement>(null);
  return (
    <>
      <LateMenu
        position="top-start"
        button={(given) => (
          <IconButton label={t('Mais anexos')} {...given}>
            <IconPlus size={18} />
          </IconButton>
        )}
      >
        {/* Browsers open the camera only within the tap itself. */}
        <Menu.Item leftSection={<IconCamera size={18} />} onClick={() => photo.current?.click()}>
          {t('Tirar foto')}
        </Menu.Item>
        <Menu.Item leftSection={<IconVideo size={18} />} onClick={() => video.current?.click()}>
          {t('Gravar vídeo')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFiles size={18} />} onClick={onFileList}>
          {t('Enviar lista de arquivos')}
        </Menu.Item>
      </LateMenu>
      <FilePicker ref={photo} accept="image/*" camera onFiles={onFiles} />
      <FilePicker ref={video} accept="video/*" camera onFiles={onFiles} />
    </>
  );
}
