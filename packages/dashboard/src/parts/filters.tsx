import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';
import './parts.css';

const typing_pause_ms = 350;

interface FilterProps {
  readonly label: string;
  /** As in the page's address; undefined where it is not set. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** The filters of a list, and a way to be rid of them. */
export function Filters(props: {
  readonly children: ReactNode;
  readonly is_set: boolean;
  readonly clear: () => void;
}) {
  const texts = useTexts(part_texts);
  return (
    <search className="filters">
      {props.children}
      {props.is_set && (
        <Button variant="subtle" onClick={props.clear}>
          {texts.clear_filters}
        </Button>
      )}
    </search>
  );
}

/** Words to look for; they count when the typing pauses. */
export function TextFilter({ label, value, onChange }: FilterProps) {
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  useEffect(() => {
    const next = text.trim() || undefined;
    if (next === value) return;
    const timer = setTimeout(() => onChange(next), typing_pause_ms);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextInput type="search" label={label} value={text} onChange={(event) => setText(event.target.value)} />
  );
}

/** One of several, or all. */
export function ChoiceFilter(
  props: FilterProps & { readonly choices: readonly (readonly [value: string, name: string])[] },
) {
  const texts = useTexts(part_texts);
  return (
    <NativeSelect
      label={props.label}
      value={props.value ?? ''}
      onChange={(event) => props.onChange(event.target.value || undefined)}
      data={[{ value: '', label: texts.all }, ...props.choices.map(([value, label]) => ({ value, label }))]}
    />
  );
}

/** A day, as 2026-11-21. */
export function DayFilter({ label, value, onChange }: FilterProps) {
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
    />
  );
}
