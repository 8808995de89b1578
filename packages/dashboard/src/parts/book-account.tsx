import { useTexts } from '../language/use-language.tsx';
import { book_texts } from './book-texts.ts';
import { wordOf } from './word-of.ts';
import './parts.css';

/** An account of the books in words, with the account at a provider beside it where there is one. */
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
