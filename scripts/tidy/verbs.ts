/** Functions of the wings' indexes that work on the context or its database and are no verbs, by the reason. */
const reasons: Readonly<Record<string, string>> = {
  'steps of a sign-in, which find out who acts':
    'clearSecondFactor countSignInAttempt deleteSessionIfOver endSessions findIdentities findMerchant findSecondFactors findStanding forgetDevices hasPasskey isPasskeyKnown makeAuthenticate makeStaysWatch noteRefusal noteSignIn noteSignOut recordAuthentication renewSession useCode useSession',
  'sign what an actor changes in the audit log': 'actAs actingDatabase',
  'the demo merchant of development, which nobody asks for':
    'findDemoMerchant findStaffByEmail findPasswordHash',
  'parts of which the server makes verbs, and loops that it starts':
    'makeGroupedInsert makeAwaitAcknowledged makeRankOffers makeSandboxDependencies startDelivering',
  'read nothing but what they are given': 'callbackKey checkoutUrl readEventText findProvider returnUrl',
};

/** Their names. */
export const parts: ReadonlySet<string> = new Set(
  Object.values(reasons).flatMap((names) => names.split(' ')),
);

/** Verbs without the one shape as yet. */
export const not_yet: ReadonlySet<string> = new Set(
  `listPaymentChoices writeTemplate acceptInvitation browseEvents cancelCheckout cancelDirectly changeEmail changeOwnAccount
  changeOwnEndpoint checkAccount checkLedger checkOwnAccount chooseOperator createAccount
  createEndpoint createKey createMerchant createPayout createRefund createStaff
  decideSandboxPayment decideSandboxTransfer deleteEndpoint deliverSandboxCallback describeCheckout disableEndpoint
  enableEndpoint endOtherSessions endSession erasePerson examineEndpoint expireCheckout
  expireSessions exportPerson exportStatement findByShortCode findClosedAccounts findDeliveryKey
  findEndpointKey findEventKey followAttempt followTransfer forgetExpired
  forgetIdleCustomers forgetOldBatches forgetOldCallbacks forgetOldCalls forgetOldDeliveries forgetShortCodes
  fundSandbox fundSandboxOnce getCheckoutSnapshot giveShortCode listAccountCallbacks listAllStaff
  listBalances listCustomers listDeliveries listEndpoints listEvents listMerchantAccounts
  listMerchantKeys listPaymentRefunds listProviders listRules listSessions listTroubledEndpoints
  makeCheckoutWatch makeCreatePayment makeEventStream makeInitialize makeInvitationFor makeListOperators
  makePasswordLink makePasswordLinkFor mendStranded movePayments payCheckout payDirectly
  readAccountBalance reauthenticateByPassword recheckEnded removeMember requestRefund requireMerchant
  resendDelivery resendEvent resendFailed resendOtp resendRange resendToOwnEndpoint reverseSandboxObject
  resetMerchantLimit retrieveCustomer retrievePayment retrievePayout revokeKey rollUpBalances
  rollUpDays rotateOwnSecret rotateSecret sendTransfer setBranding setMerchantLimit
  setPasswordByLink setRule settleChanges showAccount showCallback showDelivery
  showEndpoint showEvent showInvitation showMe showMerchantLimit showOwnAccount
  showPayment showPayout showRefund showStatement simulateCases storeCallback
  submitOtp switchAccount switchOwnAccount takeCallback testEndpoint tidyEndpoints triggerEvent
  updateAccountSettings updateEndpoint updateMe verifyPayment verifyPayout`.split(/\s+/),
);
