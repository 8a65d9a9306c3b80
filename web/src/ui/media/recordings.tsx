// What people recorded. It has no captions, and there is nobody who could write them.
import type { ComponentPropsWithRef } from 'react';

export function AudioRecording(props: ComponentPropsWithRef<'audio'>) {
  return <audio {...props} />;
}

export function VideoRecording(props: ComponentPropsWithRef<'video'>) {
  return <video {...props} />;
}
