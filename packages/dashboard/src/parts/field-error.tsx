import './parts.css';

/** The error of a group of choices, which refers to it by `aria-describedby`. */
export function FieldError({ id, error }: { readonly id: string; readonly error: string | undefined }) {
  return error === undefined ? null : (
    <p id={id} className="field-error">
      {error}
    </p>
  );
}
