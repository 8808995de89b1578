import './parts.css';

interface PersonProps {
  readonly name: string;
  /** The address where it is known; tells people of one name apart. */
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
