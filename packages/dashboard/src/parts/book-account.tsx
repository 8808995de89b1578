import { useTexts } from '../language/use-language.tsx';
import { book_texts } from './book-texts.ts';
import { wordOf } from './word-of.ts';
import './parts.css';

/** The name of a ledger account, with the connector account that it belongs to, if any. */
export function BookAccount({ account }: { readonly account: string }) {
  const texts = useTexts(book_texts);
  const [name = '', held_by] = account.split(':');
  return (
    <>
      {wordOf(texts.accounts, name)}
      {held_by !== undefined && <span className="book-holder mono">{held_by}</span>}
    </>
  );
}
