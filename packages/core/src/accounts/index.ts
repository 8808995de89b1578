/** The names of `accounts` that other packages may import: merchants, API keys, staff, approvals, the audit log. */
export { type Caller, type KeyHolder, makeAuthenticate } from './api-keys/authenticate.ts';
export { createKey } from './api-keys/create.ts';
export {
  addKey,
  KeyInput,
  KeyList,
  KeyObject,
  listKeys,
  listMerchantKeys,
  withdrawKey,
} from './api-keys/manage.ts';
export { isWithin } from './api-keys/networks.ts';
export { revokeKey } from './api-keys/revoke.ts';
export { ChangeDecision, DecidedChange, decideChange } from './approvals/changes/decide.ts';
export { ApprovalChangeList, listApprovalChanges } from './approvals/changes/list.ts';
export { settleChanges } from './approvals/changes/settle.ts';
export { type Author, actAs, actingDatabase, authorOf } from './audit/act-as.ts';
export { AuditEntry, AuditFilter, AuditPage, AuditQuery, browseAudit, exportAudit } from './audit/browse.ts';
export { removeCashier, renewPin } from './cashiers/change.ts';
export { createCashier } from './cashiers/create.ts';
export { listCashiers } from './cashiers/list.ts';
export { CashierInput, CashierList, CashierObject, CashierWithPin } from './cashiers/schemas.ts';
export { createMerchant } from './merchants/create.ts';
export { findOwner } from './merchants/find-owner.ts';
export { listMerchants } from './merchants/list.ts';
export { dataUrl, type Logo, logo_limits } from './merchants/logo/picture.ts';
export { logoProblem, readLogo } from './merchants/logo/read-logo.ts';
export {
  ProfileInput,
  ProfileObject,
  showProfile,
  updateBranding,
  updateProfile,
} from './merchants/manage.ts';
export {
  MoneyChoices,
  MoneyChoicesInput,
  showMoneyChoices,
  updateMoneyChoices,
} from './merchants/money-choices.ts';
export { findDemoMerchant, findMerchant } from './merchants/queries.ts';
export { SecurityInput, SecurityObject, showSecurity, updateSecurity } from './merchants/second-factor.ts';
export { BrandingInput, setBranding } from './merchants/set-branding.ts';
export { resetMerchantLimit, setMerchantLimit } from './merchants/set-rate-limit.ts';
export { showMerchantLimit } from './merchants/show-rate-limit.ts';
export { changeEmail, EmailInput } from './staff/change-email.ts';
export { changePassword } from './staff/change-password.ts';
export { createStaff } from './staff/create.ts';
export { emailProblem, nameProblem, StaffName } from './staff/fields.ts';
export { forgetExpired } from './staff/forget.ts';
export { makeStaffId } from './staff/ids.ts';
export {
  AcceptInput,
  acceptInvitation,
  InvitationTokenInput,
  OpenInvitation,
  showInvitation,
} from './staff/invitations/accept.ts';
export {
  InvitationInput,
  InvitationObject,
  inviteMember,
  makeInvitationFor,
  revokeInvitation,
} from './staff/invitations/invite.ts';
export { countSignInAttempt, type SignInSubject } from './staff/limit-attempts.ts';
export { listAllStaff } from './staff/list.ts';
export { changeRole, listTeam, Member, RoleInput, removeMember, Team } from './staff/members/change.ts';
export { hasPasskey, isPasskeyKnown } from './staff/passkeys/queries.ts';
export {
  makePasswordLink,
  makePasswordLinkFor,
  NewPasswordInput,
  PasswordLink,
  setPasswordByLink,
} from './staff/password-links.ts';
export { findPasswordHash, findStaffByEmail } from './staff/queries.ts';
export {
  clearSecondFactor,
  findSecondFactors,
  findStanding,
  hasLiveAccount,
  recordAuthentication,
  type Standing,
} from './staff/reauthentication/queries.ts';
export { ProofInput, reauthenticateByPassword } from './staff/reauthentication/reauthenticate.ts';
export { requireRecentAuthentication, requireSecondFactor } from './staff/reauthentication/require.ts';
export { EndedSessions, endMemberSessions, endOtherSessions, endSession } from './staff/sessions/end.ts';
export { endIfReplaced, type Reliance } from './staff/sessions/end-if-replaced.ts';
export { listSessions, Sessions } from './staff/sessions/list.ts';
export {
  deleteSessionIfOver,
  endSessions,
  forgetDevices,
  type SessionAuthentication,
  useSession,
} from './staff/sessions/queries.ts';
export { renewSession } from './staff/sessions/renew.ts';
export { Me, MeInput, showMe, updateMe } from './staff/show-me.ts';
export { findIdentities, type Identity } from './staff/sign-ins/find-identities.ts';
export { noteRefusal, noteSignIn, noteSignOut } from './staff/sign-ins/note.ts';
export type { SignInMethod } from './staff/sign-ins/queries.ts';
export { useCode } from './staff/use-code.ts';
export { makeStaysWatch } from './staff/watch-stays.ts';
export { createTill } from './tills/create.ts';
export { disconnectTill } from './tills/disconnect.ts';
export { listTills } from './tills/list.ts';
export { renewPairingCode } from './tills/renew-code.ts';
export { PairingObject, TillInput, TillList, TillObject } from './tills/schemas.ts';
