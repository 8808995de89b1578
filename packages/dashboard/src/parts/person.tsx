import './parts.css';

interface PersonProps {
  readonly name: string;
  /** The e-mail address if known; distinguishes people with the same name. */
  readonly email: string | null;
}

/** Somebody of the team, with their address below their name. */
export function Person({ name, email }: PersonProps) {
  return (
    <>
      {name}
      <PersonEmail email={email} />
    </>
  );
}

/** The address of whoever the line above names. */
export function PersonEmail({ email }: Pick<PersonProps, 'email'>) {
  return email ? <span className="person-email">{email}</span> : null;
}
