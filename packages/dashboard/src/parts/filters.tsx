import { Button, NativeSelect, TextInput } from '@mantine/core';
import { createContext, type ReactNode, use, useEffect, useRef, useState } from 'react';
import { useTexts } from '../language/use-language.tsx';
import { part_texts } from './texts.ts';
import { type FieldWords, useFieldWords } from './use-problem-words.ts';
import './parts.css';

const typing_pause_ms = 350;

/** The filter errors that the list's response reported. */
const WrongFilters = createContext<FieldWords>(() => undefined);

interface FilterProps {
  /** The server's name of the filter, by which it reports errors. */
  readonly field: string;
  readonly label: string;
  /** The value in the page's URL; undefined if it is not set. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** The filters of a list, and a button to clear them. */
export function Filters(props: {
  readonly children: ReactNode;
  readonly is_set: boolean;
  readonly clear: () => void;
  /** The error in response to the list's request. */
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

/** A text to search for; it applies after a pause in typing. */
export function TextFilter({ field, label, value, onChange }: FilterProps) {
  const error = use(WrongFilters)(field);
  const [text, setText] = useState(value ?? '');
  const sent = useRef(value);
  useEffect(() => {
    // A value that was sent from here must not replace what has been typed since.
    if (value === sent.current) return;
    sent.current = value;
    setText(value ?? '');
  }, [value]);
  useEffect(() => {
    const next = text.trim() || undefined;
    if (next === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = next;
      onChange(next);
    }, typing_pause_ms);
    return () => clearTimeout(timer);
  }, [text, onChange]);
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

/** A choice of one value, or all. */
export function ChoiceFilter(
  props: FilterProps & { readonly choices: readonly (readonly [value: string, name: string])[] },
) {
  const texts = useTexts(part_texts);
  const error = use(WrongFilters)(props.field);
  const { value = '', choices } = props;
  // A URL may contain an unknown value, which must be visible so that it can be corrected.
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

/** A day, such as 2026-11-21. */
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

/** The first and the last day of a period. */
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
