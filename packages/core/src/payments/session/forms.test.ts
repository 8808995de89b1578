import { splitDocumented } from '@guichet/kernel/documented';
import { moment_form } from '@guichet/kernel/forms';
import { textProblem } from '@guichet/kernel/validation';
import { expect, it } from 'vitest';
import {
  Email,
  nameProblem,
  StaffName,
  emailProblem as staffEmailProblem,
} from '../../accounts/staff/fields.ts';
import { emailProblem } from '../../platform/input/rules.ts';
import { momentProblem } from '../../platform/lists/moment.ts';
import { email_form, email_or_empty_form, otp_form } from './forms.ts';
import { readOtp } from './submit-otp.ts';

const addresses = [
  'aya@shop.example',
  'a@b.c',
  'é@ü.ci',
  'a@b..c',
  'a@.b',
  'a@b.',
  'a@b',
  'a b@c.d',
  'a@b@c.d',
  ' a@b.c',
  'a@b.c ',
  'a\uFEFF@b.c',
  'a\u0085@b.c',
  'a\u001F@b.c',
  'a\u0000@b.c',
  'a<b>@c.d',
  '"a"@b.c',
  '',
];

it.each<[string, object, (text: string) => boolean, readonly string[]]>([
  ['e-mail address', email_form, (text) => emailProblem(text) === undefined, addresses],
  ['optional e-mail address', email_or_empty_form, (text) => text === '' || !emailProblem(text), addresses],
  ['e-mail address of staff', Email, (text) => !staffEmailProblem(text) && !textProblem(text), addresses],
  [
    'name',
    StaffName,
    (text) => !nameProblem(text) && !textProblem(text),
    ['Aya', ' Aya Koné ', '', ' ', '\u00a0', 'a\nb', '<b>', 'a\u0085', 'a\u0000', '\u2028', '😀'],
  ],
  [
    'one-time code',
    otp_form,
    (text) => readOtp(text) !== undefined,
    [
      '123456',
      '12 34 56',
      ' 123 ',
      '\u00a012\uFEFF3',
      '12',
      '1234567890123',
      '12-34',
      '',
      '123\u0085',
      'aB3',
      '٠١٢٣٤٥٦٧٨٩',
      '۰۱۲۳۴۵۶۷۸۹',
    ],
  ],
  [
    'moment',
    moment_form,
    (text) => momentProblem(text) === undefined,
    [
      ...['2026-07-25T14:30:00+00:00', '2026-07-25T14:30Z', '2026-07-25T14:30:59.123456789-11:30'],
      ...['0000-01-01T00:00Z', '2026-12-31T23:59:59Z', '2026-07-25', '2026-07-25T14:30', '2026-13-01T00:00Z'],
      ...[
        '2026-00-01T00:00Z',
        '2026-01-00T00:00Z',
        '2026-01-32T00:00Z',
        '2026-01-01T24:00Z',
        '2026-01-01T25:00Z',
        '2026-01-01T00:60Z',
      ],
      ...['2026-01-01T00:00:61Z', '2026-01-01T00:00:00.Z', '2026-01-01 00:00Z', '٢٠٢٦-01-01T00:00Z', ''],
    ],
  ],
])('the documented form of a %s matches its rule', (_, form, isRight, texts) => {
  const { pattern } = splitDocumented(form as Readonly<Record<string, unknown>>).told;
  const wrong = texts.filter((text) => new RegExp(String(pattern), 'u').test(text) !== isRight(text));
  expect(wrong).toEqual([]);
});
