import './parts.css';

/** The problem of a group of choices, which points to it by `aria-describedby`. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return error === undefined ? null : (
    <p id={id} className="field-error">
      {error}
    </p>
  );
}
