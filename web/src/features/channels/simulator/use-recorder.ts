import { useEffect, useRef, useState } from 'react';

export type Recorder = {
  recording: boolean;
  /** Seconds since the recording began. */
  seconds: number;
  /** False if the browser cannot record or was not allowed to. */
  start: () => Promise<boolean>;
  /** Ends the recording; `onRecorded` gets the file unless it is discarded. */
  stop: (keep: boolean) => void;
};

const formats = ['audio/ogg;codecs=opus', 'audio/webm;codecs=opus', 'audio/mp4'];

/** Records the microphone into one file. Releases the microphone when the recording ends or the component unmounts. */
export function useRecorder(onRecorded: (file: File) => void): Recorder {
  const running = useRef<MediaRecorder | null>(null);
  const keeping = useRef(false);
  const [recording, setRecording] = useState(false);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (!recording) return;
    const timer = window.setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => window.clearInterval(timer);
  }, [recording]);
  // While the browser asks the person, a second press asks for nothing more, and who leaves wants no microphone any more.
  const asking = useRef(false);
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
      keeping.current = false;
      release(running.current?.stream);
    };
  }, []);

  const start = async () => {
    if (asking.current) return true;
    const mime = formats.find((format) => typeof MediaRecorder !== 'undefined' && MediaRecorder.isTypeSupported(format));
    asking.current = true;
    const stream = mime ? await navigator.mediaDevices?.getUserMedia({ audio: true }).catch(() => null) : null;
    asking.current = false;
    if (!mime || !stream) return false;
    if (left.current) {
      release(stream);
      return true;
    }
    const pieces: Blob[] = [];
    const recorder = new MediaRecorder(stream, { mimeType: mime });
    recorder.ondataavailable = (event) => pieces.push(event.data);
    recorder.onstop = () => {
      release(stream);
      setRecording(false);
      const plain = mime.split(';')[0] ?? mime;
      if (keeping.current) onRecorded(new File(pieces, `voz.${plain.split('/')[1]}`, { type: plain }));
    };
    running.current = recorder;
    keeping.current = false;
    recorder.start();
    setSeconds(0);
    setRecording(true);
    return true;
  };
  const stop = (keep: boolean) => {
    keeping.current = keep;
    if (running.current?.state === 'recording') running.current.stop();
  };
  return { recording, seconds, start, stop };
}

function release(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}
