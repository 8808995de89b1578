// Written by: npm run openapi
export interface paths {
    "/dashboard/api/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in, and the merchant they work for */
        get: operations["showMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your name and language */
        patch: operations["updateMe"];
        trace?: never;
    };
    "/dashboard/api/me/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sign in with another e-mail address from now on */
        post: operations["changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Show by your password that it is you; a code or a passkey does the same */
        post: operations["prove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where you are signed in */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Sign out everywhere else, and trust no device any more */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/me/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Sign out somewhere else */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/public/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What an invitation is to */
        post: operations["showInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/public/invitation/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Accept an invitation; sign in next */
        post: operations["acceptInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/public/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Choose a new password; all your sessions end */
        post: operations["setPasswordByLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Members, and invitations that are still open
         * @description Scope: `team:read`.
         */
        get: operations["listTeam"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/team/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Invite somebody by a link
         * @description Scope: `team:write`.
         */
        post: operations["invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/team/invitations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take an invitation back
         * @description Scope: `team:write`.
         */
        delete: operations["revokeInvitation"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/team/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Take a member out of the team; yourself whatever your role
         * @description Scope: `team:write`.
         */
        delete: operations["removeMember"];
        options?: never;
        head?: never;
        /**
         * Give a member another role
         * @description Scope: `team:write`.
         */
        patch: operations["changeRole"];
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/team/members/{user_id}/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Sign a member out everywhere; they stay in the team
         * @description Scope: `team:write`.
         */
        delete: operations["endMemberSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/team/members/{user_id}/password-link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make a link with which a member chooses a new password
         * @description Scope: `team:write`.
         */
        post: operations["makePasswordLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes, newest first
         * @description Scope: `audit:read`.
         */
        get: operations["browseAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Changes as CSV
         * @description Scope: `audit:read`.
         */
        get: operations["exportAudit"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Which nouns have changed, as it happens
         * @description Scope: `payments:read`.
         */
        get: operations["watchChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments, newest first
         * @description Scope: `payments:read`.
         */
        get: operations["browsePayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payment-choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What payments can be narrowed to
         * @description Scope: `payments:read`.
         */
        get: operations["listPaymentChoices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payments/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payments as CSV
         * @description Scope: `payments:read`.
         */
        get: operations["exportPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is known of a payment
         * @description Scope: `payments:read`.
         */
        get: operations["showPayment"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payments/{id}/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a payment, or a part of it, back
         * @description Scope: `payments:refund`.
         */
        post: operations["refundPayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payments/{id}/resolutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what became of money that the service cannot find out about
         * @description Scope: `payments:resolve`.
         */
        post: operations["resolvePayment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Customers, newest first
         * @description Scope: `customers:read`.
         */
        get: operations["browseCustomers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A customer
         * @description Scope: `customers:read`.
         */
        get: operations["showCustomer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/customers/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A customer’s payments, newest first
         * @description Scope: `payments:read`.
         */
        get: operations["listCustomerPayments"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/customers/{id}/personal-data": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything that is held about a customer, in both modes
         * @description Scope: `customers:export`.
         */
        get: operations["exportCustomer"];
        put?: never;
        post?: never;
        /**
         * Erase what tells who a customer is, for ever; amounts, states and references stay
         * @description Scope: `customers:erase`.
         */
        delete: operations["eraseCustomer"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/balances": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balances, currency by currency
         * @description Scope: `balances:read`.
         */
        get: operations["showBalances"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/balances/{currency}/statement": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Movements of a balance in a period
         * @description Scope: `balances:read`.
         */
        get: operations["showStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/balances/{currency}/statement/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Movements of a balance as CSV
         * @description Scope: `balances:read`.
         */
        get: operations["exportStatement"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Volume, success rate, fees and time to pay
         * @description Scope: `payments:read`.
         */
        get: operations["showOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/overview/needs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a person should look at
         * @description Scope: `payments:read`.
         */
        get: operations["listNeeds"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/overview/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a new merchant does first
         * @description Scope: `payments:read`.
         */
        get: operations["listSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payouts, newest first
         * @description Scope: `payouts:read`.
         */
        get: operations["listPayouts"];
        put?: never;
        /**
         * Make a payout
         * @description Scope: `payouts:create`.
         */
        post: operations["orderPayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payouts.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Payouts as CSV
         * @description Scope: `payouts:read`.
         */
        get: operations["exportPayouts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything about a payout
         * @description Scope: `payouts:read`.
         */
        get: operations["showPayout"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payouts/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or refuse a payout that waits for a second person
         * @description Scope: `payouts:create`.
         */
        post: operations["decidePayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payouts/{id}/resolutions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say what became of a payout that the service cannot find out about
         * @description Scope: `payouts:resolve`.
         */
        post: operations["resolvePayout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Balances, and the operators that can pay out of them
         * @description Scope: `payouts:read`.
         */
        get: operations["listPayoutOptions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * From which amount on two people are needed, and which balance is low
         * @description Scope: `payouts:read`.
         */
        get: operations["listPayoutRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-rules/{currency}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the rules of a currency
         * @description Scope: `settings:write`.
         */
        put: operations["setPayoutRule"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files of payouts, newest first
         * @description Scope: `payouts:read`.
         */
        get: operations["listPayoutBatches"];
        put?: never;
        /**
         * Have a CSV file of payouts checked; nothing is paid out
         * @description Scope: `payouts:create`.
         */
        post: operations["uploadPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-batches/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Everything about a file of payouts
         * @description Scope: `payouts:read`.
         */
        get: operations["showPayoutBatch"];
        put?: never;
        post?: never;
        /**
         * Put a file away that is not to be paid out
         * @description Scope: `payouts:create`.
         */
        delete: operations["discardPayoutBatch"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-batches/{id}/findings.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All that was found in a file, as CSV
         * @description Scope: `payouts:read`.
         */
        get: operations["exportPayoutBatchFindings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-batches/{id}/lines.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The lines of a file with what became of each, as CSV
         * @description Scope: `payouts:read`.
         */
        get: operations["exportPayoutBatchLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-template.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file with the columns and two examples
         * @description Scope: `payouts:read`.
         */
        get: operations["downloadPayoutTemplate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-batches/{id}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Make every line a payout, all of them or none
         * @description Scope: `payouts:create`.
         */
        post: operations["confirmPayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/payout-batches/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or refuse what waits for a second person
         * @description Scope: `payouts:create`.
         */
        post: operations["decidePayoutBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/approval-changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Weaker rules and new approvers that wait for a second person, and those of the last days
         * @description Scope: `payouts:approve`.
         */
        get: operations["listApprovalChanges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/approval-changes/{id}/decision": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or refuse a weaker rule, or another approver
         * @description Scope: `payouts:approve`.
         */
        post: operations["decideApprovalChange"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Accounts, oldest first, and the providers there are
         * @description Scope: `settings:read`.
         */
        get: operations["listAccounts"];
        put?: never;
        /**
         * Make an account; the provider is asked whether its settings are right
         * @description Scope: `settings:write`.
         */
        post: operations["addAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/accounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An account, without its secrets
         * @description Scope: `settings:read`.
         */
        get: operations["showAccount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change name or settings of an account
         * @description Scope: `settings:write`.
         */
        patch: operations["changeAccount"];
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/accounts/{id}/switch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an account on or off
         * @description Scope: `settings:write`.
         */
        post: operations["switchAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/accounts/{id}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask the provider whether the credentials are right
         * @description Scope: `settings:write`.
         */
        post: operations["checkAccount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries, newest event first
         * @description Scope: `developers:read`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A delivery with each of its tries
         * @description Scope: `developers:read`.
         */
        get: operations["showDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/deliveries/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send one delivery again
         * @description Scope: `developers:write`.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Events, newest first
         * @description Scope: `developers:read`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An event as it is sent, with its deliveries
         * @description Scope: `developers:read`.
         */
        get: operations["showEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/events/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an event again
         * @description Scope: `developers:write`.
         */
        post: operations["resendEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Keys, those that work first
         * @description Scope: `developers:read`.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Make a key; it is shown once
         * @description Scope: `developers:write`.
         */
        post: operations["addKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/keys/{id}/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key for good
         * @description Scope: `developers:write`.
         */
        post: operations["revokeKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests to the API within a week, newest first
         * @description Scope: `developers:read`.
         */
        get: operations["listRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/routing": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every operator with the rule for it
         * @description Scope: `settings:read`.
         */
        get: operations["listRoutes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/routing/{operator}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set the rule for an operator
         * @description Scope: `settings:write`.
         */
        put: operations["changeRule"];
        post?: never;
        /**
         * Take the rule for an operator away
         * @description Scope: `settings:write`.
         */
        delete: operations["removeRule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What waits for a person, and what the last digits of a number do
         * @description Scope: `developers:read`.
         */
        get: operations["showSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/sandbox/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve or refuse in the operator’s place
         * @description Scope: `sandbox:write`.
         */
        post: operations["decideSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/sandbox/fund": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add play money to the balance
         * @description Scope: `sandbox:write`.
         */
        post: operations["fundSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Name, colour and template
         * @description Scope: `settings:read`.
         */
        get: operations["showSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/settings/profile": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the name
         * @description Scope: `settings:write`.
         */
        patch: operations["updateProfile"];
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/settings/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change colour and default template
         * @description Scope: `settings:write`.
         */
        patch: operations["updateBranding"];
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/settings/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How members have to sign in
         * @description Scope: `settings:read`.
         */
        get: operations["showSecurity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Say how members have to sign in
         * @description Scope: `security:write`.
         */
        patch: operations["updateSecurity"];
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/settings/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The payment page in a colour, in each template, and how readable the colour is
         * @description Scope: `settings:read`.
         */
        get: operations["previewBranding"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Endpoints, oldest first
         * @description Scope: `developers:read`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Make an endpoint; its secret is shown once
         * @description Scope: `developers:write`.
         */
        post: operations["addWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One endpoint
         * @description Scope: `developers:read`.
         */
        get: operations["showWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete an endpoint
         * @description Scope: `developers:write`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change an endpoint
         * @description Scope: `developers:write`.
         */
        patch: operations["changeWebhook"];
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an endpoint on
         * @description Scope: `developers:write`.
         */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Switch an endpoint off
         * @description Scope: `developers:write`.
         */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give an endpoint a new secret; it is shown once
         * @description Scope: `developers:write`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to an endpoint
         * @description Scope: `developers:write`.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}/doctor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Find out what keeps webhooks from getting through; takes some seconds
         * @description Scope: `developers:write`.
         */
        post: operations["examineWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/dashboard/api/{merchant_id}/{mode}/webhooks/{id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what failed, or all of a time
         * @description Scope: `developers:write`.
         */
        post: operations["resendToWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Me: {
            user: {
                id: string;
                name: string;
                email: string;
                /** @description Null: as the browser says. */
                language: ("en" | "fr") | null;
                two_factor_enabled: boolean;
                has_passkey: boolean;
            };
            /** @description Whether this session has shown a second factor or a passkey. */
            has_second_step: boolean;
            merchant: {
                id: string;
                name: string;
                /** @enum {string} */
                role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
                /** @description What the role allows now. */
                scopes: ("payments:read" | "payments:refund" | "payments:resolve" | "payouts:read" | "payouts:create" | "payouts:approve" | "payouts:resolve" | "customers:read" | "customers:export" | "customers:erase" | "balances:read" | "developers:read" | "developers:write" | "sandbox:write" | "settings:read" | "settings:write" | "security:write" | "team:read" | "team:write" | "audit:read")[];
                /** @description Nothing is allowed there before this session has shown a second step. */
                needs_second_step: boolean;
                /** @description Nothing is allowed there in live mode before this session has shown a second step. */
                needs_second_step_in_live: boolean;
                is_demo: boolean;
            };
        };
        Member: {
            user_id: string;
            name: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
            two_factor_enabled: boolean;
            is_you: boolean;
            created_at: string;
        };
        Invitation: {
            id: string;
            email: string;
            /** @enum {string} */
            role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
            /** @description Name and e-mail address of who invited. */
            invited_by: string;
            created_at: string;
            expires_at: string;
        };
        AuditEntry: {
            /** @description Of the entry; the higher, the newer. */
            id: string;
            at: string;
            author: {
                /**
                 * @description A person here, a command of who runs the service, or the service by itself.
                 * @enum {string}
                 */
                kind: "staff" | "command" | "service";
                id: string | null;
                name: string | null;
                /** @description From where. */
                address: string | null;
            };
            request_id: string | null;
            /** @enum {string} */
            action: "created" | "changed" | "deleted";
            object_type: string;
            object_id: string;
            mode: ("test" | "live") | null;
            before: {
                [key: string]: unknown;
            } | null;
            after: {
                [key: string]: unknown;
            } | null;
        };
        ApiKey: {
            id: string;
            /** @description What staff call it; null for one made by command. */
            name: string | null;
            prefix: string;
            last_four: string;
            /** @description What it may do. */
            scopes: ("payments:write" | "payments:read" | "payouts:write" | "payouts:read" | "customers:read" | "operators:read" | "balances:read" | "events:read")[];
            /** @description Networks (CIDR) that it may be used from; null: from everywhere. */
            addresses: string[] | null;
            /** @description Refused from then on; null: never. */
            expires_at: string | null;
            has_expired: boolean;
            created_at: string;
            /** @description To the minute; null: never. */
            last_used_at: string | null;
            revoked_at: string | null;
        };
        WebhookEndpoint: {
            /** @description Identifier of the endpoint, `whe_...`. */
            id: string;
            /** @constant */
            object: "webhook_endpoint";
            /** @description Where events are posted to. */
            url: string;
            /** @description What staff call it. */
            description: string | null;
            /** @description What it is told of; null means every event. */
            events: ("payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test")[] | null;
            /** @description False for an endpoint of test mode. */
            livemode: boolean;
            /** @description Nothing is sent to one that is switched off. */
            enabled: boolean;
            /** @description Why it is off: `by_hand` by staff, `gone` because it answered 410, `failing` because every try has failed for 5 days. null while it is on. */
            disabled_reason: "by_hand" | "gone" | "failing" | null;
            /** @description ISO 8601 with numeric offset. */
            disabled_at: string | null;
            /** @description ISO 8601 with numeric offset. */
            created_at: string;
            health: {
                /** @description Tries in a row that failed. */
                failures: number;
                failing_since: string | null;
                paused_until: string | null;
                last_delivered_at: string | null;
                /** @description Deliveries that are still to be made. */
                waiting: number;
                /** @description Deliveries that were given up; they can be resent. */
                failed: number;
            };
            /** @description Those that sign now, newest first. */
            secrets: {
                id: string;
                created_at: string;
                expires_at: string | null;
            }[];
        };
        WebhookReport: {
            endpoint_id: string;
            url: string;
            ok: boolean;
            findings: {
                /** @enum {string} */
                probe: "endpoint" | "address" | "name" | "connection" | "certificate" | "answer" | "wrong_signature" | "missing_signature" | "unusual_json" | "old_timestamp" | "whole_body";
                ok: boolean;
                /** @description Beside `ok: true` it is a warning. */
                problem: string | null;
                detail: string;
                fix: string | null;
            }[];
        };
        Delivery: {
            id: string;
            endpoint_id: string;
            event_id: string;
            event: string;
            object_id: string;
            livemode: boolean;
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            /** @description When the event happened. */
            created_at: string;
            delivered_at: string | null;
            attempts: number;
            last_attempt: {
                created_at: string;
                status_code: number | null;
                error: string | null;
                duration_ms: number;
            } | null;
            next_attempt_at: string | null;
        };
        DeliveryReport: {
            id: string;
            endpoint_id: string;
            event_id: string;
            event: string;
            object_id: string;
            livemode: boolean;
            /** @enum {string} */
            status: "waiting" | "delivered" | "failed";
            /** @description When the event happened. */
            created_at: string;
            delivered_at: string | null;
            attempts: number;
            last_attempt: {
                created_at: string;
                status_code: number | null;
                error: string | null;
                duration_ms: number;
            } | null;
            next_attempt_at: string | null;
            tries: {
                number: number;
                status_code: number | null;
                error: string | null;
                /** @description The beginning of the answer, at most 4 KB. */
                response_excerpt: string | null;
                duration_ms: number;
                created_at: string;
            }[];
        };
        Resent: {
            endpoint_id: string;
            /** @description Sent once more. */
            resent: number;
            /** @description Sent for the first time. */
            added: number;
            /** @description Due already: not sent twice. */
            under_way: number;
        };
        /** @description Something that happened to a payment, payout, refund or webhook endpoint. */
        Event: {
            /** @description Identifier of the event, `evt_...`. The same in feed and webhooks. */
            id: string;
            /**
             * @description What happened. New kinds may be added: ignore those that you do not know.
             * @enum {string}
             */
            event: "payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test";
            /** @description ISO 8601 with numeric offset. */
            created_at: string;
            /** @description False for what happened in test mode. */
            livemode: boolean;
            /** @description Counts the events of one payment, payout, refund or webhook endpoint. The highest one is the newest truth. */
            sequence: number;
            /** @description The Payment, Payout, Refund or WebhookEndpoint (see `data.object`) as it was at that moment. */
            data: {
                [key: string]: unknown;
            };
        };
        ApiRequest: {
            /** @description `req_...`, as `X-Request-Id` told it. */
            id: string;
            method: string;
            /** @description Without the query. */
            path: string;
            status: number;
            /** @description Of a refusal. */
            code: string | null;
            duration_ms: number;
            key_id: string;
            /** @description ISO 8601 with numeric offset. */
            created_at: string;
        };
        SandboxWaiting: {
            /** @enum {string} */
            kind: "payment" | "payout" | "refund";
            id: string;
            /** @description E.164. */
            phone: string;
            amount: number;
            currency: string;
            /** @description ISO 8601 with numeric offset. */
            created_at: string;
        };
        Profile: {
            id: string;
            /** @description Customers see it on the payment page. */
            name: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            /** @description `#RRGGBB`; null: the blue of the service. */
            primary_color: string | null;
            /**
             * @description Of sessions that name none.
             * @enum {string}
             */
            template: "default" | "abidjan" | "cotonou";
            /** @description ISO 8601 with numeric offset. */
            created_at: string;
        };
        OperatorRoute: {
            operator: string;
            name: string;
            /** @description ISO 3166-1 alpha-2. */
            country: string;
            /** @description ISO 4217. */
            currencies: string[];
            min_amount: number | null;
            max_amount: number | null;
            /** @description Customers can choose it at this moment. */
            is_offered: boolean;
            /** @description Null: none. As long as a currency has no rule at all, every operator that can take it is on offer, without a fee; the first rule closes the others. */
            rule: components["schemas"]["Rule"] | null;
            /** @description Of live mode: those that serve it, oldest first. */
            accounts: {
                id: string;
                name: string;
                connector: string;
                enabled: boolean;
            }[];
        };
        Rule: {
            enabled: boolean;
            /** @description Decimal text from 0 to 100: what its customers pay on top. */
            fee_percent: string;
            /** @description Ids of connector accounts in the order in which they are tried; null: oldest first. */
            accounts: string[] | null;
            min_amount: string | null;
            max_amount: string | null;
        };
        RuleChange: {
            fee_percent: string;
            enabled: boolean;
            accounts?: string[] | null;
            min_amount?: string | null;
            max_amount?: string | null;
        };
        ListedAccount: {
            id: string;
            connector: string;
            name: string;
            enabled: boolean;
            operators: string[];
            /** @description When the provider last said that the credentials are right; null: it could not be asked. */
            checked_at: string | null;
            updated_at: string;
        };
        Account: {
            id: string;
            connector: string;
            name: string;
            enabled: boolean;
            config: {
                [key: string]: unknown;
            };
            services: {
                operator: string;
                currency: string;
                collect: boolean;
                payout: boolean;
                refund: boolean;
            }[];
            /** @description For the provider’s portal. */
            callback_url: string;
            created_at: string;
            updated_at: string;
            checked_at: string | null;
        };
        Provider: {
            connector: string;
            name: string;
            abilities: string[];
            settings: {
                field: string;
                required: boolean;
                secret: boolean;
                description: string;
                default: unknown;
            }[];
        };
        AccountCheck: {
            /**
             * @description `unknown`: it could not be asked.
             * @enum {string}
             */
            check: "good" | "bad" | "unknown";
            problem: string | null;
        };
        Error: {
            /** @description For people. */
            message: string;
            data: null;
            /** @description By field, what is wrong with it. */
            errors: {
                [key: string]: string[];
            } | null;
            /** @description What `errors` says, by code. */
            problems?: {
                [key: string]: {
                    /** @description What is wrong, for words in any language; `other` has a sentence only. */
                    code: string;
                    values: {
                        [key: string]: string | number;
                    };
                    /** @description In English. */
                    sentence: string;
                }[];
            } | null;
            /** @description What `message` says, by code. */
            reason?: {
                /** @description What is wrong, for words in any language; `other` has a sentence only. */
                code: string;
                values: {
                    [key: string]: string | number;
                };
                /** @description In English. */
                sentence: string;
            } | null;
            /** @description For programs. */
            code: string;
            request_id: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    showMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description You. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Me"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    language?: ("en" | "fr") | null;
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Me"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            email: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    prove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    password: string;
                };
            };
        };
        responses: {
            /** @description Thank you. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            email: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            sessions: {
                                id: string;
                                /** @description What the browser said it is. */
                                user_agent: string | null;
                                /** @description From where it was opened. */
                                address: string | null;
                                opened_at: string;
                                /** @description To the minute. */
                                used_at: string;
                                /** @description The one that asks. */
                                is_this: boolean;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endOtherSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out everywhere else. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description How many sessions there were. */
                            ended: number;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out there. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description How many sessions there were. */
                            ended: number;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                };
            };
        };
        responses: {
            /** @description You are invited. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            merchant: {
                                id: string;
                                name: string;
                            };
                            email: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
                            invited_by: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    acceptInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    name: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Welcome. Sign in to go on. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            email: string;
                            merchant_id: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setPasswordByLink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    token: string;
                    new_password: string;
                };
            };
        };
        responses: {
            /** @description Your new password is set. Sign in with it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            email: string;
                            merchant_id: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listTeam: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The team. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            members: components["schemas"]["Member"][];
                            /** @description Those that can still be accepted; none for who may not invite. */
                            invitations: components["schemas"]["Invitation"][];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    invite: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {string} */
                    role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
                };
            };
        };
        responses: {
            /** @description Invited. Send the link yourself: it is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            invitation: components["schemas"]["Invitation"];
                            /** @description Works for 7 days and once. */
                            link: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeInvitation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The link does not work any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            id: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: user_id. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No longer a member. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            user_id: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeRole: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: user_id. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            user_id: string;
                            /** @enum {string} */
                            role: "owner" | "admin" | "developer" | "finance" | "support" | "viewer";
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    endMemberSessions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: user_id. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Signed out everywhere. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description How many sessions there were. */
                            ended: number;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    makePasswordLink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: user_id. */
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send the link yourself: it is shown this once, and works for a day and once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Shown this once. */
                            link: string;
                            expires_at: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    browseAudit: {
        parameters: {
            query?: {
                /** @description Id of the person. */
                author?: string;
                action?: "created" | "changed" | "deleted";
                /** @description For example `api_key`. */
                object_type?: string;
                object_id?: string;
                /** @description From this moment on, ISO 8601. */
                since?: string;
                /** @description Before this moment, ISO 8601. */
                until?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["AuditEntry"][];
                            /** @description Where the next page begins; null on the last. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportAudit: {
        parameters: {
            query?: {
                /** @description Id of the person. */
                author?: string;
                action?: "created" | "changed" | "deleted";
                /** @description For example `api_key`. */
                object_type?: string;
                object_id?: string;
                /** @description From this moment on, ISO 8601. */
                since?: string;
                /** @description Before this moment, ISO 8601. */
                until?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    watchChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream of server-sent events. The schema is that of one event: its name in `event`, and in `data` a line of JSON. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": {
                        /**
                         * @description Name of the event.
                         * @constant
                         */
                        event: "changes";
                        data: string;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    browsePayments: {
        parameters: {
            query?: {
                /** @description One or several with commas: pending, processing, success, failed, cancelled, expired. */
                status?: string;
                /** @description Only those that a person has to look into: all, those that nobody knows the end of, those that were paid twice, or those with such a refund. `slow`: those that have had no end for over an hour. */
                needs_person?: "true" | "unknown" | "duplicate" | "refund" | "slow";
                /** @description Operator code: `mtn_ci`. */
                operator?: string;
                /** @description Of the operator, or of the number where none was picked: `CI`. */
                country?: string;
                /** @description ISO 4217. */
                currency?: string;
                /** @description Major unit, at least; needs `currency`. */
                amount_min?: string;
                /** @description Major unit, at most; needs `currency`. */
                amount_max?: string;
                /** @description Created then or later, ISO 8601. */
                since?: string;
                /** @description Created before, ISO 8601. */
                until?: string;
                /** @description Phone number, e-mail address or name or how they begin; reference or how it begins or ends; id; words of the description; an amount as people write it, with or without its currency; a value of the metadata; the operator’s own reference or receipt number, or how they begin. */
                text?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description Identifier of the payment, `pay_...`. */
                                id: string;
                                /** @description Short reference, as the customer sees it. */
                                reference: string;
                                /**
                                 * @description `success` means that the payment is confirmed.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "success" | "failed" | "cancelled" | "expired";
                                /** @description Major unit of the currency, without fees. */
                                amount: number;
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Major unit: what the customer has back of `charged_amount`. Money that came twice is not part of it. */
                                refunded_amount: number;
                                operator: {
                                    code: string;
                                    name: string;
                                    /** @description ISO 3166-1 alpha-2; ZZ is the sandbox’s own. */
                                    country: string;
                                } | null;
                                description: string | null;
                                customer: {
                                    id: string | null;
                                    name: string | null;
                                    phone: string | null;
                                    email: string | null;
                                };
                                needs_person: boolean;
                                /** @description The money came after the session had ended. */
                                late: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description ISO 8601 with numeric offset. */
                                paid_at: string | null;
                            }[];
                            /** @description Where the next page begins; null when there is nothing more. */
                            next_cursor: string | null;
                            /** @description The search paused here, before the page was full: the next page goes on with older ones. */
                            searched_until: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPaymentChoices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Choices. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            operators: {
                                code: string;
                                name: string;
                                /** @description ISO 3166-1 alpha-2; ZZ is the sandbox’s own. */
                                country: string;
                            }[];
                            countries: string[];
                            currencies: string[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPayments: {
        parameters: {
            query?: {
                /** @description One or several with commas: pending, processing, success, failed, cancelled, expired. */
                status?: string;
                /** @description Only those that a person has to look into: all, those that nobody knows the end of, those that were paid twice, or those with such a refund. `slow`: those that have had no end for over an hour. */
                needs_person?: "true" | "unknown" | "duplicate" | "refund" | "slow";
                /** @description Operator code: `mtn_ci`. */
                operator?: string;
                /** @description Of the operator, or of the number where none was picked: `CI`. */
                country?: string;
                /** @description ISO 4217. */
                currency?: string;
                /** @description Major unit, at least; needs `currency`. */
                amount_min?: string;
                /** @description Major unit, at most; needs `currency`. */
                amount_max?: string;
                /** @description Created then or later, ISO 8601. */
                since?: string;
                /** @description Created before, ISO 8601. */
                until?: string;
                /** @description Phone number, e-mail address or name or how they begin; reference or how it begins or ends; id; words of the description; an amount as people write it, with or without its currency; a value of the metadata; the operator’s own reference or receipt number, or how they begin. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payment. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            payment: {
                                /** @description Identifier of the payment, `pay_...`. */
                                id: string;
                                /** @constant */
                                object: "payment";
                                /**
                                 * @description `success` means that the payment is confirmed.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "success" | "failed" | "cancelled" | "expired";
                                /** @description Major unit of the currency, without fees. */
                                amount: number;
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Major unit. Known once an operator was picked. */
                                fee: number | null;
                                /** @description `amount` + `fee`: what the customer pays. */
                                charged_amount: number | null;
                                /** @description Major unit: what the customer has back of `charged_amount`. Money that came twice is not part of it. */
                                refunded_amount: number;
                                /** @description Operator code of the newest try, for example `mtn_ci`. */
                                operator: string | null;
                                description: string | null;
                                customer: {
                                    /** @description Identifier of the customer, `cus_...`. */
                                    id: string | null;
                                    email: string | null;
                                    first_name: string | null;
                                    last_name: string | null;
                                    /** @description E.164. */
                                    phone: string | null;
                                    /** @description ISO 3166-1 alpha-2, of the phone number. */
                                    country: string | null;
                                };
                                metadata: {
                                    [key: string]: unknown;
                                } | null;
                                failure: {
                                    code: string;
                                    operator_code: string | null;
                                    en: string;
                                    fr: string;
                                } | null;
                                /** @description The customer may still try again on the page. */
                                retryable: boolean;
                                /** @description The money came after the session had ended. */
                                late: boolean;
                                /** @description Short reference, as the customer sees it. */
                                reference: string;
                                checkout: {
                                    session_token: string;
                                    /** @description ISO 8601 with numeric offset. */
                                    expires_at: string;
                                };
                                return_url: string;
                                cancel_url: string | null;
                                /** @description False for what was made with a test key. */
                                livemode: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description ISO 8601 with numeric offset. */
                                paid_at: string | null;
                            };
                            operator: {
                                code: string;
                                name: string;
                                /** @description ISO 3166-1 alpha-2; ZZ is the sandbox’s own. */
                                country: string;
                            } | null;
                            needs_person: boolean;
                            changes: {
                                from: string;
                                event: string;
                                to: string;
                                via: string | null;
                                raw: unknown;
                                at: string;
                                position: number;
                            }[];
                            attempts: {
                                id: string;
                                number: number;
                                /** @enum {string} */
                                status: "created" | "submitted" | "success" | "failed" | "unknown";
                                operator: {
                                    code: string;
                                    name: string;
                                    /** @description ISO 3166-1 alpha-2; ZZ is the sandbox’s own. */
                                    country: string;
                                };
                                connector: string;
                                account_id: string | null;
                                phone: string;
                                charged_amount: number;
                                fee: number;
                                reference: string;
                                provider_reference: string | null;
                                receipt: string | null;
                                failure: {
                                    code: string;
                                    operator_code: string | null;
                                    en: string;
                                    fr: string;
                                } | null;
                                duplicate: boolean;
                                needs_person: boolean;
                                unknown_cause: string | null;
                                mismatch: {
                                    amount: number;
                                    currency: string;
                                } | null;
                                refundable_amount: number | null;
                                created_at: string;
                                settled_at: string | null;
                                changes: {
                                    from: string;
                                    event: string;
                                    to: string;
                                    via: string | null;
                                    raw: unknown;
                                    at: string;
                                    position: number;
                                }[];
                                calls: {
                                    verb: string;
                                    created_at: string;
                                    exchanges: {
                                        method: string;
                                        url: string;
                                        request: string | null;
                                        status: number | null;
                                        response: string | null;
                                        problem: string | null;
                                        duration_ms: number;
                                    }[];
                                }[];
                            }[];
                            refunds: {
                                /** @description Identifier of the refund, `ref_...`. */
                                id: string;
                                /** @constant */
                                object: "refund";
                                /**
                                 * @description `pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the customer has the money. `failed`: the money is back where it came from; in rare cases the operator pays later all the same, and the refund becomes `success`.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "success" | "failed";
                                /** @description Major unit: what the customer gets. */
                                amount: number;
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description The payment that it gives back, `pay_...`. */
                                payment_id: string;
                                /** @description It gives back money that came a second time for the same payment: the payment itself stays paid. */
                                duplicate: boolean;
                                /** @description As staff wrote it. */
                                reason: string | null;
                                failure: {
                                    code: string;
                                    operator_code: string | null;
                                    en: string;
                                    fr: string;
                                } | null;
                                /** @description Short reference, to read out. */
                                reference: string;
                                /** @description False for what was paid in test mode. */
                                livemode: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description ISO 8601 with numeric offset. */
                                refunded_at: string | null;
                                attempt_id: string;
                                /** @enum {string} */
                                method: "refund" | "payout";
                                needs_person: boolean;
                                unknown_cause: string | null;
                                mismatch: {
                                    amount: number;
                                    currency: string;
                                } | null;
                                made_by: string | null;
                                changes: {
                                    from: string;
                                    event: string;
                                    to: string;
                                    via: string | null;
                                    raw: unknown;
                                    at: string;
                                    position: number;
                                }[];
                                calls: {
                                    verb: string;
                                    created_at: string;
                                    exchanges: {
                                        method: string;
                                        url: string;
                                        request: string | null;
                                        status: number | null;
                                        response: string | null;
                                        problem: string | null;
                                        duration_ms: number;
                                    }[];
                                }[];
                            }[];
                            resolutions: {
                                object_id: string;
                                /**
                                 * @description `paid`: the operator has moved the money, as asked for. `not_paid`: it has not, and will not. `settled`: nothing is open any more, and neither status nor books change.
                                 * @enum {string}
                                 */
                                verdict: "paid" | "not_paid" | "settled";
                                note: string;
                                proof: string | null;
                                /** @description Who said so. */
                                user_name: string;
                                /** @description Tells people of one name apart; null for who may not see the team, and of who is gone. */
                                user_email: string | null;
                                created_at: string;
                                position: number;
                            }[];
                            ledger_entries: {
                                transaction_id: string;
                                kind: string;
                                account: string;
                                /** @enum {string} */
                                direction: "debit" | "credit";
                                amount: number;
                                currency: string;
                                created_at: string;
                            }[];
                            deliveries: {
                                id: string;
                                event: string;
                                endpoint_id: string;
                                url: string;
                                /** @enum {string} */
                                status: "waiting" | "delivered" | "failed";
                                next_attempt_at: string | null;
                                delivered_at: string | null;
                                attempts: {
                                    number: number;
                                    status_code: number | null;
                                    error: string | null;
                                    response_excerpt: string | null;
                                    duration_ms: number;
                                    created_at: string;
                                }[];
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    refundPayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Major unit, of what the customer was charged; all that is left when left out. */
                    amount?: number;
                    /** @description The try whose money goes back, such as a duplicate; the one that paid when left out. */
                    attempt_id?: string | null;
                    /** @description For the team; sent along where the operator takes a text. */
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Refund created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Identifier of the refund, `ref_...`. */
                            id: string;
                            /** @constant */
                            object: "refund";
                            /**
                             * @description `pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the customer has the money. `failed`: the money is back where it came from; in rare cases the operator pays later all the same, and the refund becomes `success`.
                             * @enum {string}
                             */
                            status: "pending" | "processing" | "success" | "failed";
                            /** @description Major unit: what the customer gets. */
                            amount: number;
                            /** @description ISO 4217 code. */
                            currency: string;
                            /** @description The payment that it gives back, `pay_...`. */
                            payment_id: string;
                            /** @description It gives back money that came a second time for the same payment: the payment itself stays paid. */
                            duplicate: boolean;
                            /** @description As staff wrote it. */
                            reason: string | null;
                            /** @description Why it failed; null unless `status` is `failed`. */
                            failure: {
                                /** @enum {string} */
                                code: "insufficient_funds" | "payer_cancelled" | "payer_timeout" | "limit_exceeded" | "wrong_pin" | "wrong_otp" | "not_registered" | "account_blocked" | "operator_down" | "other";
                                /** @description For the merchant, in English. */
                                message: string;
                                /** @description The operator's own code. */
                                operator_code: string | null;
                            } | null;
                            /** @description Short reference, to read out. */
                            reference: string;
                            /** @description False for what was paid in test mode. */
                            livemode: boolean;
                            /** @description ISO 8601 with numeric offset. */
                            created_at: string;
                            /** @description ISO 8601 with numeric offset. */
                            refunded_at: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolvePayment: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The try (`att_...`) or the refund (`ref_...`). */
                    object_id: string;
                    /**
                     * @description `paid`: the operator has moved the money, as asked for. `not_paid`: it has not, and will not. `settled`: nothing is open any more, and neither status nor books change.
                     * @enum {string}
                     */
                    verdict: "paid" | "not_paid" | "settled";
                    /** @description How it was found out. */
                    note: string;
                    /** @description Where it can be looked up, such as the operator’s receipt number; `paid` needs it. */
                    proof?: string | null;
                };
            };
        };
        responses: {
            /** @description Resolved. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            object_id: string;
                            /**
                             * @description `paid`: the operator has moved the money, as asked for. `not_paid`: it has not, and will not. `settled`: nothing is open any more, and neither status nor books change.
                             * @enum {string}
                             */
                            verdict: "paid" | "not_paid" | "settled";
                            note: string;
                            proof: string | null;
                            /** @description Who said so. */
                            user_name: string;
                            /** @description Tells people of one name apart; null for who may not see the team, and of who is gone. */
                            user_email: string | null;
                            created_at: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    browseCustomers: {
        parameters: {
            query?: {
                /** @description Only customers whose phone number is of this country: ISO 3166-1 alpha-2, in any letter case. */
                country?: string;
                /** @description Items of a page. */
                limit?: number;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Phone number, e-mail address or name, or how they begin; or an id. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Customers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description Identifier of the customer, `cus_...`. */
                                id: string;
                                /** @constant */
                                object: "customer";
                                /** @description The first address that was given. */
                                email: string | null;
                                first_name: string | null;
                                last_name: string | null;
                                /** @description E.164, for example `+2250700000000`. */
                                phone: string | null;
                                /** @description ISO 3166-1 alpha-2, of the phone number, for example `CI`. */
                                country: string | null;
                                /** @description False for what was made with a test key. */
                                livemode: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            }[];
                            /** @description Give it as `cursor` to get the next page; null on the last one. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Customer. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        /** @description Someone who pays: one phone number, or an e-mail address that came without one. */
                        data: {
                            /** @description Identifier of the customer, `cus_...`. */
                            id: string;
                            /** @constant */
                            object: "customer";
                            /** @description The first address that was given. */
                            email: string | null;
                            first_name: string | null;
                            last_name: string | null;
                            /** @description E.164, for example `+2250700000000`. */
                            phone: string | null;
                            /** @description ISO 3166-1 alpha-2, of the phone number, for example `CI`. */
                            country: string | null;
                            /** @description False for what was made with a test key. */
                            livemode: boolean;
                            /** @description ISO 8601 with numeric offset. */
                            created_at: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listCustomerPayments: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payments. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description Identifier of the payment, `pay_...`. */
                                id: string;
                                /** @description Short reference, as the customer sees it. */
                                reference: string;
                                /**
                                 * @description `success` means that the payment is confirmed.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "success" | "failed" | "cancelled" | "expired";
                                /** @description Major unit of the currency, without fees. */
                                amount: number;
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Major unit: what the customer has back of `charged_amount`. Money that came twice is not part of it. */
                                refunded_amount: number;
                                operator: {
                                    code: string;
                                    name: string;
                                    /** @description ISO 3166-1 alpha-2; ZZ is the sandbox’s own. */
                                    country: string;
                                } | null;
                                description: string | null;
                                customer: {
                                    id: string | null;
                                    name: string | null;
                                    phone: string | null;
                                    email: string | null;
                                };
                                needs_person: boolean;
                                /** @description The money came after the session had ended. */
                                late: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description ISO 8601 with numeric offset. */
                                paid_at: string | null;
                            }[];
                            /** @description Where the next page begins; null when there is nothing more. */
                            next_cursor: string | null;
                            /** @description The search paused here, before the page was full: the next page goes on with older ones. */
                            searched_until: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Personal data. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            merchant_id: string;
                            /** @description ISO 8601 with numeric offset. */
                            exported_at: string;
                            person: {
                                phones: string[];
                                emails: string[];
                                names: string[];
                            };
                            /** @description Rows by table; amounts in minor units, as texts. */
                            held: {
                                [key: string]: {
                                    [key: string]: unknown;
                                }[];
                            };
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    eraseCustomer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Erased. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description How many rows of each table. */
                            erased: {
                                [key: string]: number;
                            };
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showBalances: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Balances. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Major unit: what can be paid out. Refunds take from it as soon as they are made. Below zero when a payout or refund that had failed was made after all, and its money was spent meanwhile. */
                                available: number;
                                /** @description Major unit: reserved for payouts whose end is not known yet. */
                                payouts_in_flight: number;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showStatement: {
        parameters: {
            query: {
                /** @description From this moment on, ISO 8601. */
                since: string;
                /** @description Before this moment; now when left out. */
                until?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: currency. */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Statement. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            currency: string;
                            /** @description Major unit: what there was at the beginning of the period. */
                            opening: number;
                            /** @description Major unit: what there was at its end. */
                            closing: number;
                            totals: {
                                kind: string;
                                count: number;
                                amount: number;
                            }[];
                            items: {
                                id: string;
                                /** @description What for: `collection`, `payout_reserved`, `refund_reserved`... */
                                kind: string;
                                /** @description Major unit: more for the merchant above zero, less below it. */
                                amount: number;
                                payment_id: string | null;
                                payout_id: string | null;
                                refund_id: string | null;
                                created_at: string;
                            }[];
                            /** @description Where the next page begins; null on the last. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportStatement: {
        parameters: {
            query: {
                /** @description From this moment on, ISO 8601. */
                since: string;
                /** @description Before this moment; now when left out. */
                until?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: currency. */
                currency: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showOverview: {
        parameters: {
            query?: {
                /** @description Up to today; 30 when left out. */
                days?: "7" | "30" | "90";
                currency?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Those with payments in the period. */
                            currencies: string[];
                            /** @description Of all amounts here. */
                            currency: string | null;
                            total: {
                                /** @description Major unit: what was paid, without the fee. */
                                amount: number;
                                /** @description Major unit: what customers paid on top. */
                                fee: number;
                                /** @description Payments that became success. */
                                paid: number;
                                /** @description Tries that the operator or the customer refused. */
                                refused: number;
                                /** @description Of paid and refused together, 0 to 1; null where there was none. */
                                success_rate: number | null;
                                /** @description Seconds from the creation of a payment to its success; null where there was none. */
                                average_s: number | null;
                            };
                            /** @description The period of the same length before it. */
                            before: {
                                /** @description Major unit: what was paid, without the fee. */
                                amount: number;
                                /** @description Major unit: what customers paid on top. */
                                fee: number;
                                /** @description Payments that became success. */
                                paid: number;
                                /** @description Tries that the operator or the customer refused. */
                                refused: number;
                                /** @description Of paid and refused together, 0 to 1; null where there was none. */
                                success_rate: number | null;
                                /** @description Seconds from the creation of a payment to its success; null where there was none. */
                                average_s: number | null;
                            };
                            days: {
                                /** @description 2026-11-21 */
                                day: string;
                                /** @description Major unit: what was paid, without the fee. */
                                amount: number;
                                /** @description Major unit: what customers paid on top. */
                                fee: number;
                                /** @description Payments that became success. */
                                paid: number;
                                /** @description Tries that the operator or the customer refused. */
                                refused: number;
                                /** @description Of paid and refused together, 0 to 1; null where there was none. */
                                success_rate: number | null;
                                /** @description Seconds from the creation of a payment to its success; null where there was none. */
                                average_s: number | null;
                            }[];
                            operators: {
                                operator: string;
                                name: string;
                                /** @description Major unit: what was paid, without the fee. */
                                amount: number;
                                /** @description Major unit: what customers paid on top. */
                                fee: number;
                                /** @description Payments that became success. */
                                paid: number;
                                /** @description Tries that the operator or the customer refused. */
                                refused: number;
                                /** @description Of paid and refused together, 0 to 1; null where there was none. */
                                success_rate: number | null;
                                /** @description Seconds from the creation of a payment to its success; null where there was none. */
                                average_s: number | null;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listNeeds: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What needs a person. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @enum {string} */
                                kind: "slow_payments" | "unknown_payments" | "duplicates" | "stuck_refunds" | "stuck_payouts" | "waiting_payouts" | "waiting_changes" | "failing_endpoints";
                                count: number;
                            }[];
                            low_balances: {
                                currency: string;
                                available: number;
                                low_balance: number;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @enum {string} */
                                step: "test_payment" | "api_key" | "webhook" | "branding" | "colleague" | "account" | "live_payment";
                                done: boolean;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayouts: {
        parameters: {
            query?: {
                state?: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                operator?: string;
                currency?: string;
                /** @description Of the file that they stood in. */
                batch?: string;
                /** @description Created from then on, ISO 8601. */
                since?: string;
                /** @description Created before, ISO 8601. */
                until?: string;
                /** @description Identifier, short reference, beginning of the phone number, or how words begin of names, description and the operator’s reference. */
                text?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payouts found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description Identifier of the payout, `po_...`. */
                                id: string;
                                /** @constant */
                                object: "payout";
                                /**
                                 * @description `pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the recipient has the money. `failed`: the money is back in the balance; in rare cases the operator pays later all the same, and the payout becomes `success`.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "success" | "failed";
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Operator code, for example `mtn_ci`. */
                                operator: string;
                                recipient: {
                                    /** @description E.164. */
                                    phone: string;
                                    first_name: string | null;
                                    last_name: string | null;
                                };
                                description: string | null;
                                /** @description Why it failed; null unless `status` is `failed`. */
                                failure: {
                                    /** @enum {string} */
                                    code: "insufficient_funds" | "payer_cancelled" | "payer_timeout" | "limit_exceeded" | "wrong_pin" | "wrong_otp" | "not_registered" | "account_blocked" | "operator_down" | "other";
                                    /** @description For the merchant, in English. */
                                    message: string;
                                    /** @description The operator's own code. */
                                    operator_code: string | null;
                                } | null;
                                /** @description True: it is more than one person may pay out alone. While `pending`, it waits for a second person in the dashboard; approved, it is sent, refused, it is `failed` with the code `payer_cancelled`. */
                                needs_approval: boolean;
                                /** @description Short reference, to read out. */
                                reference: string;
                                /** @description False for what was made with a test key. */
                                livemode: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description ISO 8601 with numeric offset. */
                                paid_at: string | null;
                                operator_name: string;
                                /** @enum {string} */
                                state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                order: {
                                    /** @enum {string} */
                                    approval: "not_needed" | "waiting" | "approved" | "refused";
                                    made_by: string;
                                    decided_by: string | null;
                                    /** @description ISO 8601 with numeric offset. */
                                    decided_at: string | null;
                                    note: string | null;
                                } | null;
                            }[];
                            /** @description Null on the last page. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    orderPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description Major unit of the currency, not cents, with at most the decimals the currency has. Taken from the balance.
                     * @example 25000
                     */
                    amount: number;
                    /**
                     * @description ISO 4217 code.
                     * @example XOF
                     */
                    currency: string;
                    /**
                     * @description Operator code of the recipient’s wallet.
                     * @example mtn_ci
                     */
                    operator: string;
                    /** @description Who gets the money. */
                    recipient: {
                        /**
                         * Format: phone
                         * @description International format; a number of the operator’s country.
                         * @example +2250504030201
                         */
                        phone: string;
                        first_name?: string | null;
                        last_name?: string | null;
                    };
                    /** @description Sent along where the operator takes a text. */
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Payout created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Identifier of the payout, `po_...`. */
                            id: string;
                            /** @constant */
                            object: "payout";
                            /**
                             * @description `pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the recipient has the money. `failed`: the money is back in the balance; in rare cases the operator pays later all the same, and the payout becomes `success`.
                             * @enum {string}
                             */
                            status: "pending" | "processing" | "success" | "failed";
                            /** @description Major unit: what the recipient gets. */
                            amount: number;
                            /** @description ISO 4217 code. */
                            currency: string;
                            /** @description Operator code, for example `mtn_ci`. */
                            operator: string;
                            recipient: {
                                /** @description E.164. */
                                phone: string;
                                first_name: string | null;
                                last_name: string | null;
                            };
                            description: string | null;
                            /** @description Why it failed; null unless `status` is `failed`. */
                            failure: {
                                /** @enum {string} */
                                code: "insufficient_funds" | "payer_cancelled" | "payer_timeout" | "limit_exceeded" | "wrong_pin" | "wrong_otp" | "not_registered" | "account_blocked" | "operator_down" | "other";
                                /** @description For the merchant, in English. */
                                message: string;
                                /** @description The operator's own code. */
                                operator_code: string | null;
                            } | null;
                            /** @description True: it is more than one person may pay out alone. While `pending`, it waits for a second person in the dashboard; approved, it is sent, refused, it is `failed` with the code `payer_cancelled`. */
                            needs_approval: boolean;
                            /** @description Short reference, to read out. */
                            reference: string;
                            /** @description False for what was made with a test key. */
                            livemode: boolean;
                            /** @description ISO 8601 with numeric offset. */
                            created_at: string;
                            /** @description ISO 8601 with numeric offset. */
                            paid_at: string | null;
                            operator_name: string;
                            /** @enum {string} */
                            state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                            order: {
                                /** @enum {string} */
                                approval: "not_needed" | "waiting" | "approved" | "refused";
                                made_by: string;
                                decided_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                decided_at: string | null;
                                note: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPayouts: {
        parameters: {
            query?: {
                state?: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                operator?: string;
                currency?: string;
                /** @description Of the file that they stood in. */
                batch?: string;
                /** @description Created from then on, ISO 8601. */
                since?: string;
                /** @description Created before, ISO 8601. */
                until?: string;
                /** @description Identifier, short reference, beginning of the phone number, or how words begin of names, description and the operator’s reference. */
                text?: string;
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showPayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Payout found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            payout: {
                                /** @description Identifier of the payout, `po_...`. */
                                id: string;
                                /** @constant */
                                object: "payout";
                                /**
                                 * @description `pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the recipient has the money. `failed`: the money is back in the balance; in rare cases the operator pays later all the same, and the payout becomes `success`.
                                 * @enum {string}
                                 */
                                status: "pending" | "processing" | "success" | "failed";
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Operator code, for example `mtn_ci`. */
                                operator: string;
                                recipient: {
                                    /** @description E.164. */
                                    phone: string;
                                    first_name: string | null;
                                    last_name: string | null;
                                };
                                description: string | null;
                                /** @description Why it failed; null unless `status` is `failed`. */
                                failure: {
                                    /** @enum {string} */
                                    code: "insufficient_funds" | "payer_cancelled" | "payer_timeout" | "limit_exceeded" | "wrong_pin" | "wrong_otp" | "not_registered" | "account_blocked" | "operator_down" | "other";
                                    /** @description For the merchant, in English. */
                                    message: string;
                                    /** @description The operator's own code. */
                                    operator_code: string | null;
                                } | null;
                                /** @description True: it is more than one person may pay out alone. While `pending`, it waits for a second person in the dashboard; approved, it is sent, refused, it is `failed` with the code `payer_cancelled`. */
                                needs_approval: boolean;
                                /** @description Short reference, to read out. */
                                reference: string;
                                /** @description False for what was made with a test key. */
                                livemode: boolean;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description ISO 8601 with numeric offset. */
                                paid_at: string | null;
                                operator_name: string;
                                /** @enum {string} */
                                state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                order: {
                                    /** @enum {string} */
                                    approval: "not_needed" | "waiting" | "approved" | "refused";
                                    made_by: string;
                                    decided_by: string | null;
                                    /** @description ISO 8601 with numeric offset. */
                                    decided_at: string | null;
                                    note: string | null;
                                } | null;
                            };
                            may: {
                                approve: boolean;
                                refuse: boolean;
                            };
                            /** @description Why this person may not approve it, though their role may. */
                            bar: {
                                /**
                                 * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                 * @enum {string}
                                 */
                                reason: "own" | "not_confirmed" | "not_two_people";
                                /** @description ISO 8601; null: until somebody else does something about it. */
                                until: string | null;
                            } | null;
                            /** @description Tell people of one name apart; null for who may not see the team, and of who is gone. */
                            emails: {
                                made_by: string | null;
                                decided_by: string | null;
                            };
                            /** @description What the operator says that it moved, where that is not what it was asked for. */
                            mismatch: {
                                amount: number;
                                currency: string;
                            } | null;
                            /** @description What people found out, oldest first. */
                            resolutions: {
                                object_id: string;
                                /**
                                 * @description `paid`: the operator has moved the money, as asked for. `not_paid`: it has not, and will not. `settled`: nothing is open any more, and neither status nor books change.
                                 * @enum {string}
                                 */
                                verdict: "paid" | "not_paid" | "settled";
                                note: string;
                                proof: string | null;
                                /** @description Who said so. */
                                user_name: string;
                                /** @description Tells people of one name apart; null for who may not see the team, and of who is gone. */
                                user_email: string | null;
                                created_at: string;
                                /** @description Place among transitions and resolutions, from 0. */
                                position: number;
                            }[];
                            /** @description Why it failed, in plain words. */
                            failure_words: {
                                en: string;
                                fr: string;
                            } | null;
                            sending: {
                                connector: string;
                                account_id: string | null;
                                /** @description Ours, as the operator was told it. */
                                reference: string;
                                provider_reference: string | null;
                                unknown_cause: string | null;
                                look_ups: number;
                                /** @description ISO 8601 with numeric offset. */
                                sent_at: string | null;
                            };
                            transitions: {
                                sequence: number;
                                /** @description Place among transitions and resolutions, from 0. */
                                position: number;
                                event: string;
                                to_status: string;
                                via: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            }[];
                            ledger_entries: {
                                transaction_id: string;
                                kind: string;
                                account: string;
                                /** @enum {string} */
                                direction: "debit" | "credit";
                                amount: number;
                                currency: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            }[];
                            operator_calls: {
                                verb: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                exchanges: {
                                    method: string;
                                    url: string;
                                    request: string | null;
                                    status: number | null;
                                    response: string | null;
                                    problem: string | null;
                                    duration_ms: number;
                                }[];
                            }[];
                            deliveries: {
                                id: string;
                                event_id: string;
                                endpoint_id: string;
                                /** @enum {string} */
                                status: "waiting" | "delivered" | "failed";
                                /** @description ISO 8601 with numeric offset. */
                                next_attempt_at: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                delivered_at: string | null;
                                attempts: {
                                    number: number;
                                    status_code: number | null;
                                    error: string | null;
                                    duration_ms: number;
                                    /** @description ISO 8601 with numeric offset. */
                                    created_at: string;
                                }[];
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decidePayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "refuse";
                    /** @description For the others, and for later. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Identifier of the payout, `po_...`. */
                            id: string;
                            /** @constant */
                            object: "payout";
                            /**
                             * @description `pending`: reserved, not yet sent. `processing`: sent, its end is not known. `success`: the recipient has the money. `failed`: the money is back in the balance; in rare cases the operator pays later all the same, and the payout becomes `success`.
                             * @enum {string}
                             */
                            status: "pending" | "processing" | "success" | "failed";
                            /** @description Major unit: what the recipient gets. */
                            amount: number;
                            /** @description ISO 4217 code. */
                            currency: string;
                            /** @description Operator code, for example `mtn_ci`. */
                            operator: string;
                            recipient: {
                                /** @description E.164. */
                                phone: string;
                                first_name: string | null;
                                last_name: string | null;
                            };
                            description: string | null;
                            /** @description Why it failed; null unless `status` is `failed`. */
                            failure: {
                                /** @enum {string} */
                                code: "insufficient_funds" | "payer_cancelled" | "payer_timeout" | "limit_exceeded" | "wrong_pin" | "wrong_otp" | "not_registered" | "account_blocked" | "operator_down" | "other";
                                /** @description For the merchant, in English. */
                                message: string;
                                /** @description The operator's own code. */
                                operator_code: string | null;
                            } | null;
                            /** @description True: it is more than one person may pay out alone. While `pending`, it waits for a second person in the dashboard; approved, it is sent, refused, it is `failed` with the code `payer_cancelled`. */
                            needs_approval: boolean;
                            /** @description Short reference, to read out. */
                            reference: string;
                            /** @description False for what was made with a test key. */
                            livemode: boolean;
                            /** @description ISO 8601 with numeric offset. */
                            created_at: string;
                            /** @description ISO 8601 with numeric offset. */
                            paid_at: string | null;
                            operator_name: string;
                            /** @enum {string} */
                            state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                            order: {
                                /** @enum {string} */
                                approval: "not_needed" | "waiting" | "approved" | "refused";
                                made_by: string;
                                decided_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                decided_at: string | null;
                                note: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resolvePayout: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `paid`: the operator has moved the money, as asked for. `not_paid`: it has not, and will not. `settled`: nothing is open any more, and neither status nor books change.
                     * @enum {string}
                     */
                    verdict: "paid" | "not_paid" | "settled";
                    /** @description How it was found out. */
                    note: string;
                    /** @description Where it can be looked up, such as the operator’s receipt number; `paid` needs it. */
                    proof?: string | null;
                };
            };
        };
        responses: {
            /** @description Resolved. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            object_id: string;
                            /**
                             * @description `paid`: the operator has moved the money, as asked for. `not_paid`: it has not, and will not. `settled`: nothing is open any more, and neither status nor books change.
                             * @enum {string}
                             */
                            verdict: "paid" | "not_paid" | "settled";
                            note: string;
                            proof: string | null;
                            /** @description Who said so. */
                            user_name: string;
                            /** @description Tells people of one name apart; null for who may not see the team, and of who is gone. */
                            user_email: string | null;
                            created_at: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayoutOptions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description What can be paid out. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            currencies: {
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Major unit: what can be paid out. Refunds take from it as soon as they are made. Below zero when a payout or refund that had failed was made after all, and its money was spent meanwhile. */
                                available: number;
                                /** @description Major unit: reserved for payouts whose end is not known yet. */
                                payouts_in_flight: number;
                                /** @description Major unit: a payout, or a file of them, above it waits for a second person. Null: none does. */
                                approval_above: number | null;
                                /** @description Major unit: more than that within 24 hours without a second person waits for one. Null: as `approval_above`. */
                                approval_day_above: number | null;
                                /** @description Major unit: the same for what one recipient gets. Null: as `approval_above`. */
                                approval_recipient_above: number | null;
                                /** @description Major unit: a balance below it is pointed out. Null: none is. */
                                low_balance: number | null;
                                /** @description Who can pay it out, with the merchant’s accounts and rules as they are now. */
                                operators: {
                                    code: string;
                                    name: string;
                                    country: string;
                                }[];
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayoutRules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rules. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description ISO 4217 code. */
                                currency: string;
                                /** @description Major unit: a payout, or a file of them, above it waits for a second person. Null: none does. */
                                approval_above: number | null;
                                /** @description Major unit: more than that within 24 hours without a second person waits for one. Null: as `approval_above`. */
                                approval_day_above: number | null;
                                /** @description Major unit: the same for what one recipient gets. Null: as `approval_above`. */
                                approval_recipient_above: number | null;
                                /** @description Major unit: a balance below it is pointed out. Null: none is. */
                                low_balance: number | null;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    setPayoutRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: currency. */
                currency: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Major unit: a payout, or a file of them, above it waits for a second person. Null: none does. */
                    approval_above: number | null;
                    /** @description Major unit: a balance below it is pointed out. Null: none is. */
                    low_balance: number | null;
                    /** @description Major unit: more than that within 24 hours without a second person waits for one. Null: as `approval_above`. */
                    approval_day_above?: number | null;
                    /** @description Major unit: the same for what one recipient gets. Null: as `approval_above`. */
                    approval_recipient_above?: number | null;
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description ISO 4217 code. */
                            currency: string;
                            /** @description Major unit: a payout, or a file of them, above it waits for a second person. Null: none does. */
                            approval_above: number | null;
                            /** @description Major unit: more than that within 24 hours without a second person waits for one. Null: as `approval_above`. */
                            approval_day_above: number | null;
                            /** @description Major unit: the same for what one recipient gets. Null: as `approval_above`. */
                            approval_recipient_above: number | null;
                            /** @description Major unit: a balance below it is pointed out. Null: none is. */
                            low_balance: number | null;
                            /** @description Of what waits for a second person, because it asks for one less often; null: all of it holds. */
                            change_id: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listPayoutBatches: {
        parameters: {
            query?: {
                /** @description `next_cursor` of the page before. */
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Files found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                /** @description Identifier, `pob_...`. */
                                id: string;
                                /**
                                 * @description `refused`: something in it is wrong. `checked`: it waits to be confirmed.
                                 * @enum {string}
                                 */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                file_name: string;
                                /** @description Lines that ask for something. */
                                lines: number;
                                errors: number;
                                warnings: number;
                                /** @description Who uploaded it. */
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Who confirmed or discarded it. */
                                ended_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                ended_at: string | null;
                                /** @description Of a file without errors. */
                                totals: {
                                    currency: string;
                                    payouts: number;
                                    /** @description Major unit: of all its payouts in this currency. */
                                    amount: number;
                                }[];
                                /** @description How many of its payouts stand where; empty before it is confirmed. */
                                states: {
                                    /** @enum {string} */
                                    state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                    payouts: number;
                                }[];
                            }[];
                            /** @description Null on the last page. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    uploadPayoutBatch: {
        parameters: {
            query?: {
                /** @description As its owner knows it. */
                file_name?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "application/octet-stream": string;
            };
        };
        responses: {
            /** @description File checked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            batch: {
                                /** @description Identifier, `pob_...`. */
                                id: string;
                                /**
                                 * @description `refused`: something in it is wrong. `checked`: it waits to be confirmed.
                                 * @enum {string}
                                 */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                file_name: string;
                                /** @description Lines that ask for something. */
                                lines: number;
                                errors: number;
                                warnings: number;
                                /** @description Who uploaded it. */
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Who confirmed or discarded it. */
                                ended_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                ended_at: string | null;
                                /** @description Of a file without errors. */
                                totals: {
                                    currency: string;
                                    payouts: number;
                                    /** @description Major unit: of all its payouts in this currency. */
                                    amount: number;
                                }[];
                                /** @description How many of its payouts stand where; empty before it is confirmed. */
                                states: {
                                    /** @enum {string} */
                                    state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                    payouts: number;
                                }[];
                            };
                            /** @description The first 100, errors first. */
                            findings: {
                                /** @description False: worth a second look, and stops nothing. */
                                is_error: boolean;
                                /** @description As a spreadsheet numbers its rows. Null: the whole file. */
                                line: number | null;
                                field: ("amount" | "currency" | "phone" | "operator" | "first_name" | "last_name" | "description" | "reference") | null;
                                code: string;
                                /** @description What is wrong and what to do. */
                                words: {
                                    en: string;
                                    fr: string;
                                };
                            }[];
                            effects: {
                                currency: string;
                                /** @description Major unit: in the balance now. */
                                available: number;
                                /** @description Major unit: in the balance afterwards. */
                                left: number;
                                /** @description Major unit: more than that takes a second person. */
                                approval_above: number | null;
                            }[];
                            /** @description Once confirmed, it waits for a second person. */
                            needs_approval: boolean;
                            operators: {
                                operator: string;
                                operator_name: string;
                                currency: string;
                                payouts: number;
                                /** @description Major unit: of all its payouts with this operator. */
                                amount: number;
                            }[];
                            /** @description As they were understood. */
                            first_lines: {
                                line: number;
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                currency: string;
                                operator: string;
                                phone: string;
                                name: string | null;
                                reference: string | null;
                            }[];
                            /** @description Another file with the same content in the last 30 days. */
                            same_as: {
                                id: string;
                                /** @enum {string} */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            } | null;
                            may: {
                                confirm: boolean;
                                discard: boolean;
                                approve: boolean;
                                refuse: boolean;
                            };
                            /** @description Why this person may not approve it, though their role may. */
                            bar: {
                                /**
                                 * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                 * @enum {string}
                                 */
                                reason: "own" | "not_confirmed" | "not_two_people";
                                /** @description ISO 8601; null: until somebody else does something about it. */
                                until: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description File found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            batch: {
                                /** @description Identifier, `pob_...`. */
                                id: string;
                                /**
                                 * @description `refused`: something in it is wrong. `checked`: it waits to be confirmed.
                                 * @enum {string}
                                 */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                file_name: string;
                                /** @description Lines that ask for something. */
                                lines: number;
                                errors: number;
                                warnings: number;
                                /** @description Who uploaded it. */
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Who confirmed or discarded it. */
                                ended_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                ended_at: string | null;
                                /** @description Of a file without errors. */
                                totals: {
                                    currency: string;
                                    payouts: number;
                                    /** @description Major unit: of all its payouts in this currency. */
                                    amount: number;
                                }[];
                                /** @description How many of its payouts stand where; empty before it is confirmed. */
                                states: {
                                    /** @enum {string} */
                                    state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                    payouts: number;
                                }[];
                            };
                            /** @description The first 100, errors first. */
                            findings: {
                                /** @description False: worth a second look, and stops nothing. */
                                is_error: boolean;
                                /** @description As a spreadsheet numbers its rows. Null: the whole file. */
                                line: number | null;
                                field: ("amount" | "currency" | "phone" | "operator" | "first_name" | "last_name" | "description" | "reference") | null;
                                code: string;
                                /** @description What is wrong and what to do. */
                                words: {
                                    en: string;
                                    fr: string;
                                };
                            }[];
                            effects: {
                                currency: string;
                                /** @description Major unit: in the balance now. */
                                available: number;
                                /** @description Major unit: in the balance afterwards. */
                                left: number;
                                /** @description Major unit: more than that takes a second person. */
                                approval_above: number | null;
                            }[];
                            /** @description Once confirmed, it waits for a second person. */
                            needs_approval: boolean;
                            operators: {
                                operator: string;
                                operator_name: string;
                                currency: string;
                                payouts: number;
                                /** @description Major unit: of all its payouts with this operator. */
                                amount: number;
                            }[];
                            /** @description As they were understood. */
                            first_lines: {
                                line: number;
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                currency: string;
                                operator: string;
                                phone: string;
                                name: string | null;
                                reference: string | null;
                            }[];
                            /** @description Another file with the same content in the last 30 days. */
                            same_as: {
                                id: string;
                                /** @enum {string} */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            } | null;
                            may: {
                                confirm: boolean;
                                discard: boolean;
                                approve: boolean;
                                refuse: boolean;
                            };
                            /** @description Why this person may not approve it, though their role may. */
                            bar: {
                                /**
                                 * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                 * @enum {string}
                                 */
                                reason: "own" | "not_confirmed" | "not_two_people";
                                /** @description ISO 8601; null: until somebody else does something about it. */
                                until: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    discardPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Discarded. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            batch: {
                                /** @description Identifier, `pob_...`. */
                                id: string;
                                /**
                                 * @description `refused`: something in it is wrong. `checked`: it waits to be confirmed.
                                 * @enum {string}
                                 */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                file_name: string;
                                /** @description Lines that ask for something. */
                                lines: number;
                                errors: number;
                                warnings: number;
                                /** @description Who uploaded it. */
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Who confirmed or discarded it. */
                                ended_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                ended_at: string | null;
                                /** @description Of a file without errors. */
                                totals: {
                                    currency: string;
                                    payouts: number;
                                    /** @description Major unit: of all its payouts in this currency. */
                                    amount: number;
                                }[];
                                /** @description How many of its payouts stand where; empty before it is confirmed. */
                                states: {
                                    /** @enum {string} */
                                    state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                    payouts: number;
                                }[];
                            };
                            /** @description The first 100, errors first. */
                            findings: {
                                /** @description False: worth a second look, and stops nothing. */
                                is_error: boolean;
                                /** @description As a spreadsheet numbers its rows. Null: the whole file. */
                                line: number | null;
                                field: ("amount" | "currency" | "phone" | "operator" | "first_name" | "last_name" | "description" | "reference") | null;
                                code: string;
                                /** @description What is wrong and what to do. */
                                words: {
                                    en: string;
                                    fr: string;
                                };
                            }[];
                            effects: {
                                currency: string;
                                /** @description Major unit: in the balance now. */
                                available: number;
                                /** @description Major unit: in the balance afterwards. */
                                left: number;
                                /** @description Major unit: more than that takes a second person. */
                                approval_above: number | null;
                            }[];
                            /** @description Once confirmed, it waits for a second person. */
                            needs_approval: boolean;
                            operators: {
                                operator: string;
                                operator_name: string;
                                currency: string;
                                payouts: number;
                                /** @description Major unit: of all its payouts with this operator. */
                                amount: number;
                            }[];
                            /** @description As they were understood. */
                            first_lines: {
                                line: number;
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                currency: string;
                                operator: string;
                                phone: string;
                                name: string | null;
                                reference: string | null;
                            }[];
                            /** @description Another file with the same content in the last 30 days. */
                            same_as: {
                                id: string;
                                /** @enum {string} */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            } | null;
                            may: {
                                confirm: boolean;
                                discard: boolean;
                                approve: boolean;
                                refuse: boolean;
                            };
                            /** @description Why this person may not approve it, though their role may. */
                            bar: {
                                /**
                                 * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                 * @enum {string}
                                 */
                                reason: "own" | "not_confirmed" | "not_two_people";
                                /** @description ISO 8601; null: until somebody else does something about it. */
                                until: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPayoutBatchFindings: {
        parameters: {
            query?: {
                language?: "en" | "fr";
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    exportPayoutBatchLines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    downloadPayoutTemplate: {
        parameters: {
            query?: {
                language?: "en" | "fr";
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A file. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv; charset=utf-8": string;
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    confirmPayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description True where a file with the same content was confirmed before, and is meant. */
                    again?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Confirmed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            batch: {
                                /** @description Identifier, `pob_...`. */
                                id: string;
                                /**
                                 * @description `refused`: something in it is wrong. `checked`: it waits to be confirmed.
                                 * @enum {string}
                                 */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                file_name: string;
                                /** @description Lines that ask for something. */
                                lines: number;
                                errors: number;
                                warnings: number;
                                /** @description Who uploaded it. */
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Who confirmed or discarded it. */
                                ended_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                ended_at: string | null;
                                /** @description Of a file without errors. */
                                totals: {
                                    currency: string;
                                    payouts: number;
                                    /** @description Major unit: of all its payouts in this currency. */
                                    amount: number;
                                }[];
                                /** @description How many of its payouts stand where; empty before it is confirmed. */
                                states: {
                                    /** @enum {string} */
                                    state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                    payouts: number;
                                }[];
                            };
                            /** @description The first 100, errors first. */
                            findings: {
                                /** @description False: worth a second look, and stops nothing. */
                                is_error: boolean;
                                /** @description As a spreadsheet numbers its rows. Null: the whole file. */
                                line: number | null;
                                field: ("amount" | "currency" | "phone" | "operator" | "first_name" | "last_name" | "description" | "reference") | null;
                                code: string;
                                /** @description What is wrong and what to do. */
                                words: {
                                    en: string;
                                    fr: string;
                                };
                            }[];
                            effects: {
                                currency: string;
                                /** @description Major unit: in the balance now. */
                                available: number;
                                /** @description Major unit: in the balance afterwards. */
                                left: number;
                                /** @description Major unit: more than that takes a second person. */
                                approval_above: number | null;
                            }[];
                            /** @description Once confirmed, it waits for a second person. */
                            needs_approval: boolean;
                            operators: {
                                operator: string;
                                operator_name: string;
                                currency: string;
                                payouts: number;
                                /** @description Major unit: of all its payouts with this operator. */
                                amount: number;
                            }[];
                            /** @description As they were understood. */
                            first_lines: {
                                line: number;
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                currency: string;
                                operator: string;
                                phone: string;
                                name: string | null;
                                reference: string | null;
                            }[];
                            /** @description Another file with the same content in the last 30 days. */
                            same_as: {
                                id: string;
                                /** @enum {string} */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            } | null;
                            may: {
                                confirm: boolean;
                                discard: boolean;
                                approve: boolean;
                                refuse: boolean;
                            };
                            /** @description Why this person may not approve it, though their role may. */
                            bar: {
                                /**
                                 * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                 * @enum {string}
                                 */
                                reason: "own" | "not_confirmed" | "not_two_people";
                                /** @description ISO 8601; null: until somebody else does something about it. */
                                until: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decidePayoutBatch: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "refuse";
                    /** @description For the others, and for later. */
                    note?: string | null;
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            batch: {
                                /** @description Identifier, `pob_...`. */
                                id: string;
                                /**
                                 * @description `refused`: something in it is wrong. `checked`: it waits to be confirmed.
                                 * @enum {string}
                                 */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                file_name: string;
                                /** @description Lines that ask for something. */
                                lines: number;
                                errors: number;
                                warnings: number;
                                /** @description Who uploaded it. */
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Who confirmed or discarded it. */
                                ended_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                ended_at: string | null;
                                /** @description Of a file without errors. */
                                totals: {
                                    currency: string;
                                    payouts: number;
                                    /** @description Major unit: of all its payouts in this currency. */
                                    amount: number;
                                }[];
                                /** @description How many of its payouts stand where; empty before it is confirmed. */
                                states: {
                                    /** @enum {string} */
                                    state: "waiting" | "pending" | "processing" | "stuck" | "success" | "failed";
                                    payouts: number;
                                }[];
                            };
                            /** @description The first 100, errors first. */
                            findings: {
                                /** @description False: worth a second look, and stops nothing. */
                                is_error: boolean;
                                /** @description As a spreadsheet numbers its rows. Null: the whole file. */
                                line: number | null;
                                field: ("amount" | "currency" | "phone" | "operator" | "first_name" | "last_name" | "description" | "reference") | null;
                                code: string;
                                /** @description What is wrong and what to do. */
                                words: {
                                    en: string;
                                    fr: string;
                                };
                            }[];
                            effects: {
                                currency: string;
                                /** @description Major unit: in the balance now. */
                                available: number;
                                /** @description Major unit: in the balance afterwards. */
                                left: number;
                                /** @description Major unit: more than that takes a second person. */
                                approval_above: number | null;
                            }[];
                            /** @description Once confirmed, it waits for a second person. */
                            needs_approval: boolean;
                            operators: {
                                operator: string;
                                operator_name: string;
                                currency: string;
                                payouts: number;
                                /** @description Major unit: of all its payouts with this operator. */
                                amount: number;
                            }[];
                            /** @description As they were understood. */
                            first_lines: {
                                line: number;
                                /** @description Major unit: what the recipient gets. */
                                amount: number;
                                currency: string;
                                operator: string;
                                phone: string;
                                name: string | null;
                                reference: string | null;
                            }[];
                            /** @description Another file with the same content in the last 30 days. */
                            same_as: {
                                id: string;
                                /** @enum {string} */
                                status: "refused" | "checked" | "confirmed" | "discarded";
                                made_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                            } | null;
                            may: {
                                confirm: boolean;
                                discard: boolean;
                                approve: boolean;
                                refuse: boolean;
                            };
                            /** @description Why this person may not approve it, though their role may. */
                            bar: {
                                /**
                                 * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                 * @enum {string}
                                 */
                                reason: "own" | "not_confirmed" | "not_two_people";
                                /** @description ISO 8601; null: until somebody else does something about it. */
                                until: string | null;
                            } | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listApprovalChanges: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Changes found. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: {
                                id: string;
                                /** @enum {string} */
                                status: "waiting" | "approved" | "refused" | "elapsed" | "replaced";
                                rule: {
                                    /** @enum {string} */
                                    mode: "test" | "live";
                                    currency: string;
                                    /** @description One payout, or one file. */
                                    approval_above: number | null;
                                    /** @description All within 24 hours. */
                                    approval_day_above: number | null;
                                    /** @description Each recipient within 24 hours. */
                                    approval_recipient_above: number | null;
                                } | null;
                                approver: {
                                    user_id: string;
                                    name: string;
                                    /**
                                     * @description How they came to be one.
                                     * @enum {string}
                                     */
                                    way: "invited" | "raised" | "password_link";
                                } | null;
                                proposed_by: string;
                                /** @description ISO 8601 with numeric offset. */
                                created_at: string;
                                /** @description Where nobody is there who could decide: when it takes effect all the same, unless somebody is by then. */
                                takes_effect_at: string | null;
                                decided_by: string | null;
                                /** @description ISO 8601 with numeric offset. */
                                decided_at: string | null;
                                may: {
                                    approve: boolean;
                                    refuse: boolean;
                                };
                                /** @description Why this person may not approve it. */
                                bar: {
                                    /**
                                     * @description `own`: they want it themselves. `not_confirmed`: nobody but who let them in has confirmed them. `not_two_people`: one let the other in, directly or through others.
                                     * @enum {string}
                                     */
                                    reason: "own" | "not_confirmed" | "not_two_people";
                                    /** @description ISO 8601; null: until somebody else does something about it. */
                                    until: string | null;
                                } | null;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decideApprovalChange: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {string} */
                    decision: "approve" | "refuse";
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            id: string;
                            /** @enum {string} */
                            status: "approved" | "refused";
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listAccounts: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connector accounts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["ListedAccount"][];
                            providers: components["schemas"]["Provider"][];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    connector: string;
                    name: string;
                    settings: {
                        [key: string]: string;
                    };
                    /** @description Keep it also when the provider cannot be asked whether it is right. */
                    unchecked?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Account made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Account"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Account"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string | null;
                    settings?: {
                        [key: string]: string;
                    } | null;
                    /** @description Settings to take away. */
                    unset?: string[] | null;
                    /** @description Keep it also when the provider cannot be asked whether it is right. */
                    unchecked?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Account changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Account"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    switchAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    enabled: boolean;
                };
            };
        };
        responses: {
            /** @description Account switched. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Account"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    checkAccount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Checked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["AccountCheck"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                endpoint_id?: string;
                status?: "waiting" | "delivered" | "failed";
                event?: "payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test";
                /** @description ISO 8601: of events from then on. */
                since?: string;
                /** @description ISO 8601: of events before. */
                until?: string;
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The deliveries. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["Delivery"][];
                            /** @description Give it as `cursor`; null on the last page. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["DeliveryReport"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Planned again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Resent"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listEvents: {
        parameters: {
            query?: {
                event?: "payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test";
                /** @description Of one payment, payout, refund or webhook endpoint. */
                object_id?: string;
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The events. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["Event"][];
                            /** @description Give it as `cursor`; null on the last page. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            event: components["schemas"]["Event"];
                            deliveries: components["schemas"]["Delivery"][];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description All that listen to it when left out. */
                    endpoint_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Planned again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["Resent"][];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API keys. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["ApiKey"][];
                            /** @description What your role can give a key. */
                            grantable_scopes: ("payments:write" | "payments:read" | "payouts:write" | "payouts:read" | "customers:read" | "operators:read" | "balances:read" | "events:read")[];
                            /** @description What a key gets when nothing is said. */
                            usual_scopes: ("payments:write" | "payments:read" | "payouts:write" | "payouts:read" | "customers:read" | "operators:read" | "balances:read" | "events:read")[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                    /** @description When left out, what your role can give; for a live key without `payouts:write`. */
                    scopes?: ("payments:write" | "payments:read" | "payouts:write" | "payouts:read" | "customers:read" | "operators:read" | "balances:read" | "events:read")[] | null;
                    /** @description ISO 8601; null, or left out: it never expires. */
                    expires_at?: string | null;
                    /** @description Addresses and networks (CIDR); null, or left out: it can be used from everywhere. */
                    addresses?: string[] | null;
                };
            };
        };
        responses: {
            /** @description Key made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            id: string;
                            key: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Key revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["ApiKey"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRequests: {
        parameters: {
            query?: {
                /** @description Refused: status 400 and above. */
                result?: "answered" | "refused";
                method?: "GET" | "POST";
                /** @description Three digits, such as 422. */
                status?: string;
                /** @description How it begins: `/api/v1/payments`. */
                path?: string;
                key_id?: string;
                /** @description One request. */
                id?: string;
                cursor?: string;
                /** @description Items of a page. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The requests. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["ApiRequest"][];
                            /** @description Give it as `cursor`; null on the last page. */
                            next_cursor: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listRoutes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The routing. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["OperatorRoute"][];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: operator. */
                operator: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleChange"];
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Rule"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    removeRule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: operator. */
                operator: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description There is no rule for it any more. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            operator: string;
                            was_there: boolean;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The sandbox. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Newest first, at most 100. */
                            waiting: components["schemas"]["SandboxWaiting"][];
                            /** @description What the last two digits of a number do. */
                            cases: {
                                digits: string;
                                title: string;
                                details: string;
                                /** @description Such a number, of the merchant’s country where it can be. E.164. */
                                phone: string;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    decideSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    id: string;
                    /** @enum {string} */
                    decision: "approved" | "refused";
                };
            };
        };
        responses: {
            /** @description Decided. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["SandboxWaiting"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    fundSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ISO 4217. */
                    currency: string;
                    /** @description Major unit. */
                    amount: number;
                };
            };
        };
        responses: {
            /** @description Play money added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            currency: string;
                            amount: number;
                            available: number;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showSettings: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Profile"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Profile"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateBranding: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    primary_color?: string | null;
                    template?: ("default" | "abidjan" | "cotonou") | null;
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Profile"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showSecurity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Members can do nothing here before they have signed in with a second factor or a passkey. */
                            second_step_required: boolean;
                            /** @description The same in live mode, and where power is given, of those who can move money or change who can. */
                            second_step_in_live: boolean;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    updateSecurity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Members can do nothing here before they have signed in with a second factor or a passkey. */
                    second_step_required?: boolean | null;
                    /** @description The same in live mode, and where power is given, of those who can move money or change who can. */
                    second_step_in_live?: boolean | null;
                };
            };
        };
        responses: {
            /** @description Saved. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Members can do nothing here before they have signed in with a second factor or a passkey. */
                            second_step_required: boolean;
                            /** @description The same in live mode, and where power is given, of those who can move money or change who can. */
                            second_step_in_live: boolean;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    previewBranding: {
        parameters: {
            query?: {
                /** @description `#RRGGBB`; the blue of the service when empty or left out. */
                primary_color?: string;
                language?: "en" | "fr";
                /** @description Of the page that shows the previews: their styles carry it. */
                nonce?: string;
            };
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The previews. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description As it is shown, `#RRGGBB`. */
                            primary_color: string;
                            /** @description Of white text on the colour (WCAG 2.2). */
                            contrast: {
                                /** @description From 1 to 21, two decimals, rounded down. */
                                ratio: number;
                                least: number;
                                is_enough: boolean;
                            };
                            /** @description What the page writes on the colour, so that it can be read. */
                            text_color: string;
                            /** @description The payment page in each template, a whole HTML document. */
                            templates: {
                                default: string;
                                abidjan: string;
                                cotonou: string;
                            };
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoints. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            items: components["schemas"]["WebhookEndpoint"][];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    addWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url: string;
                    events?: ("payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test")[] | null;
                    description?: string | null;
                };
            };
        };
        responses: {
            /** @description Endpoint made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            id: string;
                            /** @description Shown here only. */
                            secret: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    showWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook endpoint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["WebhookEndpoint"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoint deleted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            id: string;
                            deleted_at: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    changeWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uri */
                    url?: string | null;
                    description?: string | null;
                    events?: ("payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test")[] | null;
                };
            };
        };
        responses: {
            /** @description Endpoint changed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["WebhookEndpoint"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoint switched on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            /** @description Identifier of the endpoint, `whe_...`. */
                            id: string;
                            /** @constant */
                            object: "webhook_endpoint";
                            /** @description Where events are posted to. */
                            url: string;
                            /** @description What staff call it. */
                            description: string | null;
                            /** @description What it is told of; null means every event. */
                            events: ("payment.successful" | "payment.failed" | "payment.cancelled" | "payment.expired" | "payout.successful" | "payout.failed" | "refund.successful" | "refund.failed" | "webhook_endpoint.disabled" | "webhook_endpoint.test")[] | null;
                            /** @description False for an endpoint of test mode. */
                            livemode: boolean;
                            /** @description Nothing is sent to one that is switched off. */
                            enabled: boolean;
                            /** @description Why it is off: `by_hand` by staff, `gone` because it answered 410, `failing` because every try has failed for 5 days. null while it is on. */
                            disabled_reason: "by_hand" | "gone" | "failing" | null;
                            /** @description ISO 8601 with numeric offset. */
                            disabled_at: string | null;
                            /** @description ISO 8601 with numeric offset. */
                            created_at: string;
                            health: {
                                /** @description Tries in a row that failed. */
                                failures: number;
                                failing_since: string | null;
                                paused_until: string | null;
                                last_delivered_at: string | null;
                                /** @description Deliveries that are still to be made. */
                                waiting: number;
                                /** @description Deliveries that were given up; they can be resent. */
                                failed: number;
                            };
                            /** @description Those that sign now, newest first. */
                            secrets: {
                                id: string;
                                created_at: string;
                                expires_at: string | null;
                            }[];
                            was_off_since: string | null;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Endpoint switched off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["WebhookEndpoint"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description 24 when left out. */
                    overlap_hours?: number | null;
                };
            };
        };
        responses: {
            /** @description Secret made. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            id: string;
                            /** @description Shown here only. */
                            secret: string;
                            /** @description Those that sign now, newest first. */
                            secrets: {
                                id: string;
                                created_at: string;
                                expires_at: string | null;
                            }[];
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Test event planned. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: {
                            event_id: string;
                            delivery_id: string;
                        };
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    examineWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Examined. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["WebhookReport"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    resendToWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description Identifier: merchant_id. */
                merchant_id: string;
                /** @description Play money or real money. */
                mode: "test" | "live";
                /** @description Identifier: id. */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /**
                     * @description `failed`: what was given up; `all`: every event that the endpoint listens to.
                     * @enum {string}
                     */
                    which: "failed" | "all";
                    /** @description ISO 8601. */
                    since: string;
                    /** @description ISO 8601; now when left out. Only with `all`. */
                    until?: string | null;
                };
            };
        };
        responses: {
            /** @description Planned again. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        message: string;
                        data: components["schemas"]["Resent"];
                        errors: null;
                    };
                };
            };
            /** @description Refused. */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
