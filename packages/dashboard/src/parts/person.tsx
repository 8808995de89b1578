import './parts.css';

interface PersonProps {
  readonly name: string;
  /** The e-mail address if known; distinguishes people with the same name. */
  readonly email: string | null;
}

/** A member of the team, with the e-mail address below the name. */
export function Person({ name, email }: PersonProps) {
  return (
    <>
      {name}
      <PersonEmail email={email} />
    </>
  );
}

/** The e-mail address of the person named above. */
export function PersonEmail({ email }: Pick<PersonProps, 'email'>) {
  return email ? <span className="person-email">{email}</span> : null;
}
