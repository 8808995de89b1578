/**
 * Functions of the wings' indexes that work on the context or its database but are not verbs, grouped by the
 * reason.
 */
const reasons: Readonly<Record<string, string>> = {
  'steps of a sign-in, which find out who acts':
    'clearSecondFactor countSignInAttempt deleteSessionIfOver endIfReplaced endSessions findIdentities findMerchant findSecondFactors findStanding forgetDevices hasLiveAccount hasPasskey isPasskeyKnown makeAuthenticate makeStaysWatch noteRefusal noteSignIn noteSignOut recordAuthentication renewSession useCode useSession',
  'sign what an actor changes in the audit log': 'actAs actingDatabase',
  'the demo merchant of development, which has no actor':
    'findDemoMerchant findStaffByEmail findPasswordHash',
  'parts of which the server makes verbs, and loops that it starts':
    'makeGroupedInsert makeAwaitAcknowledged makeRankOffers makeSandboxDependencies startDelivering',
  'read by the doctor of an installation': 'findDueEndpoints listTroubledEndpoints',
  'read only their arguments': 'callbackKey checkoutUrl readEventText findProvider listProviders returnUrl',
};

/** The names of the functions in `reasons`. */
export const parts: ReadonlySet<string> = new Set(
  Object.values(reasons).flatMap((names) => names.split(' ')),
);
