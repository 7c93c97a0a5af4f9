import { useState } from 'preact/hooks';
import {
  isEmpty,
  isSignature,
  MAX_TEXT,
  SIGNATURE_FRAME,
  signaturePath,
} from '../../../src/shared/questions.ts';
import type { InputProps } from './question-input.tsx';

/** Points nearer than this to the one before add nothing that anyone sees. */
const STEP = 6;

/** Drawn with a finger, or typed by whoever cannot draw. */
export function SignatureInput({ c, question, answer, fault, onAnswer }: InputProps) {
  const { say } = c.language;
  const signature = isSignature(answer) ? answer : undefined;
  const [types, setTypes] = useState(signature !== undefined && 'typed' in signature);
  const drawn = signature !== undefined && 'drawn' in signature ? signature.drawn : [];

  function change(): void {
    setTypes(!types);
    onAnswer(undefined);
  }
  return (
    <>
      {types ? (
        <input
          type="text"
          dir="auto"
          autocomplete="name"
          aria-label={question.label}
          aria-invalid={fault !== null}
          maxLength={MAX_TEXT.short_text}
          value={signature !== undefined && 'typed' in signature ? signature.typed : ''}
          onInput={(event) => onAnswer({ typed: event.currentTarget.value })}
        />
      ) : (
        <Pad drawn={drawn} label={say('questions_draw')} isInvalid={fault !== null} onDraw={onAnswer} />
      )}
      <div class="tools">
        <button
          type="button"
          onClick={change}
          data-testid="sign-otherwise"
          aria-invalid={fault !== null && !types}
        >
          {say(types ? 'questions_draw' : 'questions_type')}
        </button>
        {!isEmpty(answer) && (
          <button type="button" onClick={() => onAnswer(undefined)}>
            {say('questions_clear')}
          </button>
        )}
      </div>
    </>
  );
}

interface PadProps {
  drawn: string[];
  label: string;
  isInvalid: boolean;
  onDraw(answer: { drawn: string[] }): void;
}

function Pad({ drawn, label, isInvalid, onDraw }: PadProps) {
  const [line, setLine] = useState<string[] | null>(null);
  const { width, height } = SIGNATURE_FRAME;

  function pointOf(event: PointerEvent): [number, number] {
    const frame = (event.currentTarget as Element).getBoundingClientRect();
    const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * (most - 1));
    return [
      within((event.clientX - frame.left) / frame.width, width),
      within((event.clientY - frame.top) / frame.height, height),
    ];
  }
  function begin(event: PointerEvent): void {
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    setLine([pointOf(event).join()]);
  }
  function move(event: PointerEvent): void {
    if (line === null) return;
    const [x, y] = pointOf(event);
    const [lastX = 0, lastY = 0] = (line[line.length - 1] ?? '').split(',').map(Number);
    if (Math.hypot(x - lastX, y - lastY) >= STEP) setLine([...line, `${x},${y}`]);
  }
  function end(): void {
    if (line !== null) onDraw({ drawn: [...drawn, line.join(' ')] });
    setLine(null);
  }
  const shown = line === null ? drawn : [...drawn, line.join(' ')];
  return (
    <svg
      class="pad"
      data-testid="signature"
      data-invalid={isInvalid || undefined}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <path d={signaturePath(shown)} />
    </svg>
  );
}
