import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';
import { type FieldWords, useFieldWords } from './use-problem-words.ts';
import './parts.css';

const typing_pause_ms = 350;

/** The problems of the filters that the list's answer reported. */
const WrongFilters = createContext<FieldWords>(() => undefined);

interface FilterProps {
  /** As the server calls it, which may find it wrong. */
  readonly field: string;
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
  /** The error that answered the list's request. */
  readonly problem?: unknown;
}) {
  const texts = useTexts(part_texts);
  const wordsAt = useFieldWords(props.problem);
  return (
    <search className="filters">
      <WrongFilters value={wordsAt}>{props.children}</WrongFilters>
      {props.is_set && (
        <Button variant="subtle" onClick={props.clear}>
          {texts.clear_filters}
        </Button>
      )}
    </search>
  );
}

/** Words to look for; they count when the typing pauses. */
export function TextFilter({ field, label, value, onChange }: FilterProps) {
  const error = use(WrongFilters)(field);
  const [text, setText] = useState(value ?? '');
  useEffect(() => setText(value ?? ''), [value]);
  useEffect(() => {
    const next = text.trim() || undefined;
    if (next === value) return;
    const timer = setTimeout(() => onChange(next), typing_pause_ms);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  return (
    <TextInput
      type="search"
      label={label}
      value={text}
      onChange={(event) => setText(event.target.value)}
      error={error}
    />
  );
}

/** One of several, or all. */
export function ChoiceFilter(
  props: FilterProps & { readonly choices: readonly (readonly [value: string, name: string])[] },
) {
  const texts = useTexts(part_texts);
  const error = use(WrongFilters)(props.field);
  const { value = '', choices } = props;
  // An address may have what is none of them, which must be seen to be corrected.
  const is_known = value === '' || choices.some(([one]) => one === value);
  return (
    <NativeSelect
      label={props.label}
      value={value}
      error={error}
      onChange={(event) => props.onChange(event.target.value || undefined)}
      data={[
        { value: '', label: texts.all },
        ...choices.map(([one, label]) => ({ value: one, label })),
        ...(is_known ? [] : [value]),
      ]}
    />
  );
}

/** A day, as 2026-11-21. */
export function DayFilter({ field, label, value, onChange }: FilterProps) {
  const error = use(WrongFilters)(field);
  return (
    <TextInput
      type="date"
      label={label}
      value={value ?? ''}
      onChange={(event) => onChange(event.target.value || undefined)}
      error={error}
    />
  );
}

/** The days that a period begins and ends with. */
export function PeriodFilters(props: {
  readonly of: (name: 'from' | 'until') => Omit<FilterProps, 'label'>;
}) {
  const texts = useTexts(part_texts);
  return (
    <>
      <DayFilter {...props.of('from')} field="since" label={texts.from} />
      <DayFilter {...props.of('until')} label={texts.until} />
    </>
  );
}
