// Generated from docs/openapi.json by `npm run generate`. Do not edit.

export interface paths {
    "/api/v1/action-plans": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List action plans, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listActionPlans"];
        put?: never;
        /**
         * Create an action plan
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createActionPlan"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/action-plans/{action_plan_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an action plan
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getActionPlan"];
        put?: never;
        post?: never;
        /**
         * Delete an action plan
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteActionPlan"];
        options?: never;
        head?: never;
        /**
         * Change an action plan
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateActionPlan"];
        trace?: never;
    };
    "/api/v1/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List alerts, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listAlerts"];
        put?: never;
        /**
         * Raise an alert at a site
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         *
         *     Guard repairs what this schema forbids, unless the request is strict.
         */
        post: operations["raiseAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an alert
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getAlert"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge an alert
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["acknowledgeAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the history of an alert, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listAlertEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add a note to the history of an alert
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["noteAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List who was notified of an alert, newest first
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listNotifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/park": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Park an acknowledged alert until a time
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["parkAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/pictures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the pictures of an alert, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listPictures"];
        put?: never;
        /**
         * Add a picture to an alert: get the URL to which it is uploaded
         * @description Roles: `platform_admin`, `tenant_master`, `operator`. Takes keys with the access `report`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["addPicture"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/pictures/hold": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Keep the pictures of a real alert for as long as the alert exists
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        put: operations["holdPictures"];
        post?: never;
        /**
         * End the hold of the pictures of an alert
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["releasePictures"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/plan": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the action plan of an alert
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getAlertPlan"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/plan/steps/{key}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Record the outcome of a step of an alert's action plan
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["recordStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/reopen": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reopen an alert that was resolved by mistake
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["reopenAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve an alert
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["resolveAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/take-over": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take over an alert that somebody else has acknowledged
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["takeOverAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/{alert_id}/unpark": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Bring a parked alert back to the queue
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["unparkAlert"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/acknowledge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Acknowledge several alerts
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["acknowledgeAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/resolve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resolve several alerts
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["resolveAlerts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/alerts/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count open alerts
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["summarizeAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the audit log of a tenant, newest first
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with e-mail and password
         * @description Needs no token.
         *
         *     Limit: 5 requests a minute for each e-mail and address, 30 for each address, over signing in, invitations and lost passwords. At most 50 wrong passwords an hour for each e-mail.
         */
        post: operations["login"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke the presented token
         * @description Open to every role.
         *
         *     Limit: 5 requests a minute for each user, over the authentication endpoints.
         */
        post: operations["logout"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the signed-in user
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getCurrentUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your own name or password
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateCurrentUser"];
        trace?: never;
    };
    "/api/v1/auth/me/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your channels
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listChannels"];
        put?: never;
        /**
         * Add a channel, or send another code to one that is not verified
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me/channels/{channel_id}": {
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
         * Delete one of your channels
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me/channels/{channel_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to one of your channels
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["testChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me/channels/{channel_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify a channel by its code
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["verifyChannel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me/preferences": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read your preferences, and the time zone and reminders of your tenant
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getPreferences"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose the language of messages to you
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updatePreferences"];
        trace?: never;
    };
    "/api/v1/auth/me/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether you have a second factor, and whether your password will stop counting
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getTotp"];
        put?: never;
        /**
         * Begin to set up a second factor
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["beginTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm your second factor by its first code
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["confirmTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/me/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove your second factor
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["disableTotp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-resets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a link for a lost password
         * @description Needs no token.
         *
         *     Limit: 5 requests a minute for each e-mail and address, 30 for each address, over signing in, invitations and lost passwords. At most 50 wrong passwords an hour for each e-mail.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/password-resets/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password by the link of an invitation or a reset
         * @description Needs no token.
         *
         *     Limit: 5 requests a minute for each e-mail and address, 30 for each address, over signing in, invitations and lost passwords. At most 50 wrong passwords an hour for each e-mail.
         */
        post: operations["confirmPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/refresh": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the presented token for a new one
         * @description Open to every role.
         *
         *     Limit: 5 requests a minute for each user, over the authentication endpoints.
         */
        post: operations["refreshToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions, newest first
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * End all of your sessions except the current one
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["endOtherSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{token_id}": {
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
         * End one of your sessions
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with an identity provider
         * @description Needs no token.
         *
         *     Limit: 5 requests a minute for each e-mail and address, 30 for each address, over signing in, invitations and lost passwords. At most 50 wrong passwords an hour for each e-mail.
         */
        post: operations["startSso"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sso/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exchange the code of a single sign-on for a token
         * @description Needs no token.
         *
         *     Limit: 5 requests a minute for each e-mail and address, 30 for each address, over signing in, invitations and lost passwords. At most 50 wrong passwords an hour for each e-mail.
         */
        post: operations["redeemSsoCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendars": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List calendars, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listCalendars"];
        put?: never;
        /**
         * Create a calendar
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createCalendar"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/calendars/{calendar_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a calendar
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        /**
         * Delete a calendar that no supervision uses
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteCalendar"];
        options?: never;
        head?: never;
        /**
         * Change a calendar
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateCalendar"];
        trace?: never;
    };
    "/api/v1/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a contact
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Change or move a contact
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/api/v1/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List devices, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{device_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a device
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getDevice"];
        put?: never;
        post?: never;
        /**
         * Delete a device
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteDevice"];
        options?: never;
        head?: never;
        /**
         * Change or move a device
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateDevice"];
        trace?: never;
    };
    "/api/v1/devices/{device_id}/frames": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the frames of a panel of the last week, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listPanelFrames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{device_id}/inbound": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the inbound address of a device takes
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getInboundAddress"];
        put?: never;
        /**
         * Make an address for another system, or another one in place of the present
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createInboundAddress"];
        /**
         * Revoke the inbound address of a device, and its former one, at once
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteInboundAddress"];
        options?: never;
        head?: never;
        /**
         * Change the format or the mapping of an inbound address
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateInboundAddress"];
        trace?: never;
    };
    "/api/v1/devices/{device_id}/inbound/certificate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Issue a certificate with which a device connects by MQTT
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["issueCertificate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{device_id}/inbound/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the messages of the last week to the address of a device, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listInboundMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/{device_id}/mail-address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what the mails to the address of a device mean
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getMailAddress"];
        put?: never;
        /**
         * Make an address for the mail of a camera or recorder, or another one in place of the present
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createMailAddress"];
        /**
         * End the mail address of a device at once
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteMailAddress"];
        options?: never;
        head?: never;
        /**
         * Change the type, the severity, the subject or the phrases of a mail address
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateMailAddress"];
        trace?: never;
    };
    "/api/v1/devices/{device_id}/panel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the panel of a device
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getPanel"];
        /**
         * Make a device a panel, or set its panel
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        put: operations["setPanel"];
        post?: never;
        /**
         * Make a device no panel any more
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deletePanel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/devices/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 25 devices; a repetition creates none twice
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over imports.
         */
        post: operations["importDevices"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/escalation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read when alerts of the tenant escalate
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getEscalation"];
        /**
         * Set when alerts of the tenant escalate
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        put: operations["setEscalation"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/handover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read what a shift hands to the next one
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getHandover"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/handover/notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Leave a note to the next shift
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createHandoverNote"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/holidays": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List public holidays for a calendar
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listHolidays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity-providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List identity providers, newest first
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listIdentityProviders"];
        put?: never;
        /**
         * Create an identity provider
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity-providers/{identity_provider_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read an identity provider
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getIdentityProvider"];
        put?: never;
        post?: never;
        /**
         * Delete an identity provider
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteIdentityProvider"];
        options?: never;
        head?: never;
        /**
         * Change an identity provider
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateIdentityProvider"];
        trace?: never;
    };
    "/api/v1/identity-providers/{identity_provider_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin a test sign-in with an identity provider
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["testIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/identity-providers/{identity_provider_id}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Verify the domains of an identity provider
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["verifyIdentityProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/inbound/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Receive a message of another system, in its own words
         * @description Needs no token.
         *
         *     The body may be anything: JSON, a form, XML, a picture or text, packed or not. `topic` in the query, or the header `Mqtt-Topic`, is the topic of what a broker carried; `retain=1`, or `Mqtt-Retain: 1`, says that the broker had kept it.
         *
         *     Limit: 600 events a minute for each address. Over it, the answer is 503, because many senders give up at 4xx.
         *
         *     GET and PUT are answered, too.
         *
         *     HEAD is answered as GET, without the body.
         */
        post: operations["receiveInboundMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List keys, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listKeys"];
        put?: never;
        /**
         * Create a key for a machine
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a key
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /**
         * Revoke a key
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /**
         * Rename a key
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["renameKey"];
        trace?: never;
    };
    "/api/v1/live/tickets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a ticket that opens one live connection
         * @description Open to every role. Takes keys with the access `read` or `wall`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createLiveTicket"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-rules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List notification rules, newest first
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listNotificationRules"];
        put?: never;
        /**
         * Create a notification rule
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notification-rules/{notification_rule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a notification rule
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getNotificationRule"];
        put?: never;
        post?: never;
        /**
         * Delete a notification rule
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteNotificationRule"];
        options?: never;
        head?: never;
        /**
         * Change a notification rule
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateNotificationRule"];
        trace?: never;
    };
    "/api/v1/notification-rules/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say whom a notification rule would reach now, without storing or sending anything
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["previewNotificationRule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the state of all sites
         * @description Open to every role. Takes keys with the access `read` or `wall`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/panel-frames/unknown": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List frames of the last week that no panel could have sent, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listUnknownFrames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List how users sign in and are reached, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Report events of devices: raise, resolve, heartbeat
         * @description Roles: `platform_admin`, `tenant_master`. Takes keys with the access `report`.
         *
         *     Limit: 600 events a minute for each key. A report counts completely or not at all. A user's report counts as one request: 60 a minute, over all endpoints without a limit of their own.
         *
         *     Guard repairs what this schema forbids, unless the request is strict.
         */
        post: operations["createReport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/response/drills": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last drills of the tenant
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listDrills"];
        put?: never;
        /**
         * Start a drill: a marked alert that notifies people like any other, and counts nowhere
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["startDrill"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/response/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say who would be notified of an alert, step by step, without storing or sending anything
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["previewResponse"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List schedules, newest first
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a schedule
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}/on-call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read who is on call
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}/overrides": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the overrides of a schedule, in the order in which they begin
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listOverrides"];
        put?: never;
        /**
         * Put a person on call instead of the rotations
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}/overrides/{override_id}": {
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
         * Delete an override of a schedule
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteOverride"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a change of a schedule, without storing it
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["previewSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/schedules/{schedule_id}/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the shifts and gaps of a schedule
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listShifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/security": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read how people of the tenant must sign in
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getSecurity"];
        /**
         * Set how people of the tenant must sign in
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        put: operations["setSecurity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sites, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSites"];
        put?: never;
        /**
         * Create a site
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createSite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a site
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getSite"];
        put?: never;
        post?: never;
        /**
         * Delete a site without zones and devices, with its contacts and supervisions; its tests end
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteSite"];
        options?: never;
        head?: never;
        /**
         * Change a site
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateSite"];
        trace?: never;
    };
    "/api/v1/sites/{site_id}/alerts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the alerts of a site, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSiteAlerts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}/check-ins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the last check-in at a site, and when the next one is due
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getCheckIns"];
        put?: never;
        /**
         * Check in at a site
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["createCheckIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the contacts of a site, in the order in which to call them
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSiteContacts"];
        put?: never;
        /**
         * Create a contact of a site
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createContact"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the devices of a site, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSiteDevices"];
        put?: never;
        /**
         * Create a device at a site
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createDevice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}/openings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the openings and closings of a site of the last 13 months, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listOpenings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the running tests of a site, newest first
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSiteTests"];
        put?: never;
        /**
         * Put a site on test, or a part of it
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["startTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{site_id}/zones": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the zones of a site, newest first
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSiteZones"];
        put?: never;
        /**
         * Create a zone at a site
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createZone"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/late-closings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how often sites were closed late, per site and month
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getLateClosings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/statistics/response-times": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Report how soon people responded to alerts
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getResponseTimes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/supervisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List supervisions, newest first
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listSupervisions"];
        put?: never;
        /**
         * Create a supervision of a site
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createSupervision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/supervisions/{supervision_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a supervision
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getSupervision"];
        put?: never;
        post?: never;
        /**
         * Delete a supervision
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteSupervision"];
        options?: never;
        head?: never;
        /**
         * Change a supervision
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateSupervision"];
        trace?: never;
    };
    "/api/v1/supervisions/{supervision_id}/extensions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Move the present deadline of a supervision, once
         * @description Roles: `platform_admin`, `tenant_master`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over the actions on alerts.
         */
        post: operations["extendSupervision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/supervisions/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say when a supervision would be judged, and what would have happened last week, without storing it
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["previewSupervision"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tenants, newest first
         * @description Roles: `platform_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listTenants"];
        put?: never;
        /**
         * Create a tenant, optionally with its first master
         * @description Roles: `platform_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createTenant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tenants/{tenant_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a tenant
         * @description Roles: `platform_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getTenant"];
        put?: never;
        post?: never;
        /**
         * Delete a tenant without users, sites, keys, webhooks and alerts
         * @description Roles: `platform_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteTenant"];
        options?: never;
        head?: never;
        /**
         * Change a tenant
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateTenant"];
        trace?: never;
    };
    "/api/v1/tests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tests that have not ended, newest first
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listTests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/tests/{test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a test, until 30 days after its end
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getTest"];
        put?: never;
        post?: never;
        /**
         * End a test
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["endTest"];
        options?: never;
        head?: never;
        /**
         * Move the end of a running test
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`, `operator`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateTest"];
        trace?: never;
    };
    "/api/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users, newest first
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Each role only for users of the roles that it manages.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a user
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Delete a user
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Each role only for users of the roles that it manages.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Each role only for users of the roles that it manages.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/api/v1/users/{user_id}/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read by which kinds of channels a user is reached
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getUserChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a user another invitation
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Each role only for users of the roles that it manages.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["inviteUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read whether a user gets mail
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getMailStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/sessions": {
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
         * End all sessions of another user, such as those on a lost phone
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Each role only for users of the roles that it manages.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["endUserSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read the sites assigned to a user
         * @description Open to every role.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getAssignedSites"];
        /**
         * Replace the sites assigned to an operator or viewer
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`. Each role only for users of the roles that it manages.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        put: operations["assignSites"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/users/{user_id}/totp": {
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
         * Remove the second factor of a user who lost it
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["resetTotp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks, newest first
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a webhook
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the deliveries of a webhook of the last week, newest first
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery again that was delivered or has failed
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over resending and recovering deliveries.
         */
        post: operations["resendDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again the deliveries that have failed for good since a time
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over resending and recovering deliveries.
         */
        post: operations["recoverWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook
         * @description Roles: `platform_admin`, `tenant_master`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/zones/{zone_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read a zone
         * @description Open to every role. Takes keys with the access `read`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        get: operations["getZone"];
        put?: never;
        post?: never;
        /**
         * Delete a zone without devices
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        delete: operations["deleteZone"];
        options?: never;
        head?: never;
        /**
         * Change a zone
         * @description Roles: `platform_admin`, `tenant_master`, `tenant_admin`.
         *
         *     Limit: 60 requests a minute for each user, over all endpoints without a limit of their own.
         */
        patch: operations["updateZone"];
        trace?: never;
    };
    "/docs/api": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The interactive reference
         * @description Needs no token.
         *
         *     No rate limit.
         *
         *     HEAD is answered as GET, without the body.
         */
        get: operations["getReference"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/docs/api.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The OpenAPI document
         * @description Needs no token.
         *
         *     No rate limit.
         *
         *     HEAD is answered as GET, without the body.
         */
        get: operations["getOpenapiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check that the service answers
         * @description Needs no token.
         *
         *     No rate limit.
         *
         *     HEAD is answered as GET, without the body.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcknowledgeAlertsInput: {
            /** @description The ids of the alerts, without duplicates. */
            alert_ids: components["schemas"]["Id"][];
            /** @description Stored in the history if the action changes the alert. At most 2000 characters without the blanks around them, and no control characters. */
            note?: string;
            /** @description The severities that you saw, by the ids of the alerts; other names are ignored. If the severity of an active alert has risen above it, the action is refused with `severity_raised`. */
            severities?: {
                [key: string]: components["schemas"]["AlertSeverity"];
            };
        };
        AcknowledgeInput: {
            /** @description Stored in the history if the action changes the alert. At most 2000 characters without the blanks around them, and no control characters. */
            note?: string;
            /** @description The severity that you saw. If the severity of an active alert has risen above it, the action is refused with `severity_raised`. */
            severity?: components["schemas"]["AlertSeverity"];
        };
        /** @description The steps that operators take when an alert is raised. */
        ActionPlan: {
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            min_severity: string | null;
            name: string;
            site_ids: components["schemas"]["Id"][] | null;
            status: components["schemas"]["ActionPlanStatus"];
            steps: components["schemas"]["ActionPlanStep"][];
            tenant_id: components["schemas"]["Id"];
            types: string[] | null;
            updated_at: components["schemas"]["Timestamp"];
            /** @description Grows with every change but that of the name alone. Alerts keep the version that was active when they were raised. */
            version: number;
            /** @description What makes it silent now, fully or in part. Only in the answers for one object. */
            warnings?: components["schemas"]["Warning"][];
        };
        ActionPlanChanges: {
            /** @description Only for alerts of this severity or a higher one; null: of any. */
            min_severity?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description Only for alerts of these sites of the tenant; null: of all sites. */
            site_ids?: components["schemas"]["Id"][] | null;
            status?: components["schemas"]["ActionPlanStatus"];
            /** @description In the order in which to take them. Each has a key of its own. */
            steps?: components["schemas"]["ActionPlanStepInput"][];
            /** @description Only for alerts of these types; null: of all types. */
            types?: string[] | null;
        };
        ActionPlanInput: {
            /**
             * @description Only for alerts of this severity or a higher one; null: of any.
             * @default null
             */
            min_severity?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description Only for alerts of these sites of the tenant; null: of all sites.
             * @default null
             */
            site_ids?: components["schemas"]["Id"][] | null;
            /** @default active */
            status?: components["schemas"]["ActionPlanStatus"];
            /** @description In the order in which to take them. Each has a key of its own. */
            steps: components["schemas"]["ActionPlanStepInput"][];
            /**
             * @description Only for alerts of these types; null: of all types.
             * @default null
             */
            types?: string[] | null;
        };
        /** @description One page, newest first. */
        ActionPlanPage: {
            data: components["schemas"]["ActionPlan"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        ActionPlanStatus: "active" | "disabled";
        ActionPlanStep: {
            /** @description Which contacts of the site the step is about; null: none in particular. */
            contact_role: string | null;
            /** @description Names the step within its plan. */
            key: string;
            kind: components["schemas"]["ActionPlanStepKind"];
            /** @description Whether it needs an outcome before a person resolves the alert. */
            required: boolean;
            text: string;
        };
        ActionPlanStepInput: {
            /**
             * @description Which contacts of the site the step is about.
             * @default null
             */
            contact_role?: string | null;
            /** @description Names the step within its plan. */
            key: string;
            kind: components["schemas"]["ActionPlanStepKind"];
            /** @description Whether it needs an outcome before a person resolves the alert. */
            required: boolean;
            /** @description At most 500 characters without the blanks around them, and no control characters. */
            text: string;
        };
        /** @enum {string} */
        ActionPlanStepKind: "call" | "check" | "dispatch" | "other";
        /** @description The actor of a change: a user, an API key of a device or system, or Guard itself. */
        Actor: {
            /**
             * Format: uuid
             * @description The id of the user or key; null for Guard itself.
             */
            id: string | null;
            /** @enum {string} */
            kind: "user" | "key" | "system";
            name: string;
        };
        /** @description An event at a site that needs attention. */
        Alert: {
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            acknowledged_at: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            acknowledged_by: string | null;
            /** @description The name of the actor that acknowledged it, at that time. */
            acknowledged_by_name: string | null;
            /** @description That somebody at the site cancelled the alarm at its panel, and who; missing if nobody did, or after a later alarm. A person still resolves the alert. */
            cancelled?: {
                at: components["schemas"]["Timestamp"];
                user_name: string | null;
                user_number: string | null;
            };
            created_at: components["schemas"]["Timestamp"];
            /** @description While this alert is open, further reports of its site with this key are its occurrences. If a device-bound API key raised it, only reports of that device. */
            dedup_key: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            device_id: string | null;
            /** @description The name of the device when it was raised, at that time. */
            device_name: string | null;
            /** @description Set if it is a drill: nothing has happened, and nobody is sent anywhere. Missing in every other alert. Always true where it is present. */
            drill?: boolean;
            /** @description The number of its escalation steps so far. */
            escalation_level: number;
            id: components["schemas"]["Id"];
            /** @description The time of the last occurrence. */
            last_occurred_at: components["schemas"]["Timestamp"];
            message: string;
            /** @description Further data of its reporter. Only in single alerts, not in lists. */
            metadata?: {
                [key: string]: string;
            };
            /** @description When it happened, according to its reporter. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description The number of its reports. Exact for a single alert; lists may lag by 90 seconds. */
            occurrences: number;
            /** @description That the acknowledged alert waits outside the queue, until when, why, and who parked it. `since` is the time at which it was parked, or taken over while parked. Missing if it is not parked; it is in the queue again from `until` on. */
            parked?: {
                by: {
                    id: components["schemas"]["Id"];
                    name: string | null;
                };
                reason: string;
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            };
            /** @description How many pictures it got, without those that were left out; missing without any. Some may have expired since. */
            picture_count?: number;
            raised_by: components["schemas"]["Actor"];
            /** @description What its reporter sent as `occurred_at`, if that was no usable time. Only in single alerts, not in lists. */
            reported_at?: string;
            /** @description The type of its most severe report, if that is another: of a `runaway` alert, the type of the reports that it counts. */
            reported_type?: string;
            /** @description What it turned out to be: `real`, `false_alarm`, `test`, `duplicate`, `other`. */
            resolution: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            resolved_at: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            resolved_by: string | null;
            /** @description The name of the actor that resolved it, at that time. */
            resolved_by_name: string | null;
            /** @description When its device reported that the cause is over; missing while the cause may last. A person still resolves the alert. */
            restored_at?: components["schemas"]["Timestamp"];
            severity: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            /** @description The name of the site when it was raised, at that time. */
            site_name: string | null;
            status: components["schemas"]["AlertStatus"];
            tenant_id: components["schemas"]["Id"];
            /** @description The test during which it was recorded; missing in alerts that were not on test. */
            test_id?: components["schemas"]["Id"];
            /** @description What happened: an open set of values. Known are `panic`, `device-offline`, `intrusion`, `fire`, `tamper`, `low-battery`, `runaway`, `opening-out-of-hours`. */
            type: string;
            updated_at: components["schemas"]["Timestamp"];
            /** @description Grows with every change of the alert. */
            version: number;
            /** @description What Guard repaired in the report. Only in the answer to the report. */
            warnings?: components["schemas"]["Warning"][];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            zone_id: string | null;
            /** @description The name of the zone when it was raised, at that time. */
            zone_name: string | null;
        };
        /** @description The result for one alert. */
        AlertActionResult: {
            /** @description The current alert. */
            alert?: components["schemas"]["Alert"];
            error?: components["schemas"]["ResultError"];
            /** @description The status that a request for this alert alone would have. */
            status: number;
        };
        AlertActionResults: {
            /** @description One result for each id, in the order of the ids. */
            results: components["schemas"]["AlertActionResult"][];
        };
        /** @description An event at a site that needs attention. */
        AlertDetails: {
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            acknowledged_at: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            acknowledged_by: string | null;
            /** @description The name of the actor that acknowledged it, at that time. */
            acknowledged_by_name: string | null;
            /** @description That somebody at the site cancelled the alarm at its panel, and who; missing if nobody did, or after a later alarm. A person still resolves the alert. */
            cancelled?: {
                at: components["schemas"]["Timestamp"];
                user_name: string | null;
                user_number: string | null;
            };
            /** @description The contacts of its site, in the order in which to call them, if `include` names `contacts`. Empty if the site was deleted. */
            contacts?: components["schemas"]["Contact"][];
            created_at: components["schemas"]["Timestamp"];
            /** @description While this alert is open, further reports of its site with this key are its occurrences. If a device-bound API key raised it, only reports of that device. */
            dedup_key: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            device_id: string | null;
            /** @description The name of the device when it was raised, at that time. */
            device_name: string | null;
            /** @description Set if it is a drill: nothing has happened, and nobody is sent anywhere. Missing in every other alert. Always true where it is present. */
            drill?: boolean;
            /** @description The number of its escalation steps so far. */
            escalation_level: number;
            /** @description The newest 20 entries of its history, newest first, if `include` names `history`. They include every change that the alert shows. */
            history?: components["schemas"]["AlertEvent"][];
            id: components["schemas"]["Id"];
            /** @description The time of the last occurrence. */
            last_occurred_at: components["schemas"]["Timestamp"];
            message: string;
            /** @description Further data of its reporter. Only in single alerts, not in lists. */
            metadata?: {
                [key: string]: string;
            };
            /** @description When it happened, according to its reporter. */
            occurred_at: components["schemas"]["Timestamp"];
            /** @description The number of its reports. Exact for a single alert; lists may lag by 90 seconds. */
            occurrences: number;
            /** @description That the acknowledged alert waits outside the queue, until when, why, and who parked it. `since` is the time at which it was parked, or taken over while parked. Missing if it is not parked; it is in the queue again from `until` on. */
            parked?: {
                by: {
                    id: components["schemas"]["Id"];
                    name: string | null;
                };
                reason: string;
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            };
            /** @description How many pictures it got, without those that were left out; missing without any. Some may have expired since. */
            picture_count?: number;
            /** @description Its pictures, if `include` names `pictures`. */
            pictures?: components["schemas"]["AlertPictures"];
            /** @description Its action plan with the outcomes of its steps, if `include` names `plan`. */
            plan?: components["schemas"]["AlertPlan"];
            raised_by: components["schemas"]["Actor"];
            /** @description What its reporter sent as `occurred_at`, if that was no usable time. Only in single alerts, not in lists. */
            reported_at?: string;
            /** @description The type of its most severe report, if that is another: of a `runaway` alert, the type of the reports that it counts. */
            reported_type?: string;
            /** @description What it turned out to be: `real`, `false_alarm`, `test`, `duplicate`, `other`. */
            resolution: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            resolved_at: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            resolved_by: string | null;
            /** @description The name of the actor that resolved it, at that time. */
            resolved_by_name: string | null;
            /** @description When its device reported that the cause is over; missing while the cause may last. A person still resolves the alert. */
            restored_at?: components["schemas"]["Timestamp"];
            severity: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            /** @description The name of the site when it was raised, at that time. */
            site_name: string | null;
            status: components["schemas"]["AlertStatus"];
            tenant_id: components["schemas"]["Id"];
            /** @description The test during which it was recorded; missing in alerts that were not on test. */
            test_id?: components["schemas"]["Id"];
            /** @description What happened: an open set of values. Known are `panic`, `device-offline`, `intrusion`, `fire`, `tamper`, `low-battery`, `runaway`, `opening-out-of-hours`. */
            type: string;
            updated_at: components["schemas"]["Timestamp"];
            /** @description Grows with every change of the alert. */
            version: number;
            /** @description What Guard repaired in the report. Only in the answer to the report. */
            warnings?: components["schemas"]["Warning"][];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            zone_id: string | null;
            /** @description The name of the zone when it was raised, at that time. */
            zone_name: string | null;
        };
        /** @description An action on an alert, with its actor and time. */
        AlertEvent: {
            /** @description For `reactivated`, `reminded` and `taken_over`: who had acknowledged the alert before. */
            acknowledged_by?: {
                id: components["schemas"]["Id"];
                name: string | null;
            };
            action: components["schemas"]["AlertEventAction"];
            actor: components["schemas"]["Actor"];
            alert_id: components["schemas"]["Id"];
            at: components["schemas"]["Timestamp"];
            /** @description For `severity_raised`: the severity before. */
            former_severity?: components["schemas"]["AlertSeverity"];
            id: components["schemas"]["Id"];
            /** @description For `escalated`: the escalation level that was reached. */
            level?: number;
            /** @description For `severity_raised` and `reactivated`: the metadata of the report. Its `note` is the message of the report. */
            metadata?: {
                [key: string]: string;
            };
            note: string | null;
            /** @description For `plan_step`: what came of the step. */
            outcome?: components["schemas"]["StepOutcome"];
            /** @description For `resolved`: required steps of the action plan had no outcome. Always true where it is present. */
            overrides_plan?: boolean;
            /** @description For `pictured`: the picture that was added. Its `note` is the caption. */
            picture_id?: components["schemas"]["Id"];
            /** @description For `raised`, `severity_raised` and `reactivated`: the severity of the alert after the report. */
            severity?: components["schemas"]["AlertSeverity"];
            /** @description For `plan_step`: the key of the step of the action plan. */
            step?: string;
            tenant_id: components["schemas"]["Id"];
            /** @description For `raised`, `severity_raised` and `reactivated`: the type of the report. */
            type?: string;
            /** @description For `parked`: when the alert comes back by itself. Its `note` is the reason. */
            until?: components["schemas"]["Timestamp"];
            /** @description What Guard repaired in the report, and carried it out all the same. The codes are an open set: `unknown_field`, `converted`, `assumed`, `not_understood`, `shortened`, `characters_replaced`, `hashed`, `left_out`, `clock_wrong`, `time_not_readable`, `event_id_reused`, `idempotency_key_reused`, `bare_lf`, `header_without_colon`, `header_body_separator_missing`, `boundary_missing`, `unclosed_multipart`, `base64_trailing_garbage`, `base64_padding`, `eight_bit_header`, `transfer_encoding_missing`, `date_missing`, `date_unreadable`, `date_without_zone`, `from_missing`, `from_empty`, `from_unreadable`, `message_id_constant`, `uuencoded`, `mail_unreadable`, `mail_too_large`, `picture_unreadable`, `attachment_left_out`, `spam_suspected`, `virus_suspected`. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @enum {string} */
        AlertEventAction: "raised" | "reoccurred" | "severity_raised" | "reactivated" | "reminded" | "restored" | "cancelled" | "acknowledged" | "taken_over" | "parked" | "unparked" | "noted" | "escalated" | "resolved" | "reopened" | "plan_step" | "pictured";
        /** @description One page, newest first. */
        AlertEventPage: {
            data: components["schemas"]["AlertEvent"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        AlertInput: {
            /** @description While an alert of the site with this key is open, further reports are its occurrences. A device-bound API key has dedup keys of its own. */
            dedup_key?: string;
            /**
             * Format: uuid
             * @description A device of the site, or none.
             */
            device_id?: string | null;
            /** @description At most 1000 characters without the blanks around them, and no control characters. */
            message: string;
            /** @description Up to 20 named texts, 2048 bytes as JSON. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When it happened, from 30 days ago to 5 minutes ahead; by default now.
             */
            occurred_at?: string;
            severity: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            /** @description What happened: an open set of values. Known are `panic`, `device-offline`, `intrusion`, `fire`, `tamper`, `low-battery`, `runaway`, `opening-out-of-hours`. */
            type: string;
            /**
             * Format: uuid
             * @description A zone of the site, or none.
             */
            zone_id?: string | null;
        };
        /** @description One page, newest first. */
        AlertPage: {
            data: components["schemas"]["Alert"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The pictures of an alert. */
        AlertPictures: {
            /** @description Newest first. */
            data: components["schemas"]["Picture"][];
            /** @description How many pictures were left out because there were more than 20: the first 4 and the newest 16 stay. */
            dropped: number;
            /** @description Who keeps the pictures for as long as the alert exists, and since when; null without a hold. */
            held: {
                at: components["schemas"]["Timestamp"];
                by: components["schemas"]["Actor"];
            } | null;
        };
        /** @description The action plan of an alert, with the outcomes of its steps. */
        AlertPlan: {
            /** @description The plan and its version when the alert was raised; null for an alert without a plan. */
            plan: {
                id: components["schemas"]["Id"];
                name: string;
                version: number;
            } | null;
            steps: components["schemas"]["AlertPlanStep"][];
        };
        /** @description A step of the action plan of an alert. */
        AlertPlanStep: {
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            at: string | null;
            /** @description Who recorded the outcome. */
            by: {
                /**
                 * Format: uuid
                 * @description The id of the user or key; null for Guard itself.
                 */
                id: string | null;
                /** @enum {string} */
                kind: "user" | "key" | "system";
                name: string;
            } | null;
            /** @description Which contacts of the site the step is about; null: none in particular. */
            contact_role: string | null;
            /** @description Names the step within its plan. */
            key: string;
            kind: components["schemas"]["ActionPlanStepKind"];
            note: string | null;
            /** @description What came of it: `done`, `failed`, `no_answer`, `skipped`; null: nothing yet. */
            outcome: string | null;
            /** @description Whether it needs an outcome before a person resolves the alert. */
            required: boolean;
            text: string;
        };
        /** @enum {string} */
        AlertSeverity: "info" | "low" | "medium" | "high" | "critical";
        /** @enum {string} */
        AlertStatus: "active" | "acknowledged" | "resolved";
        /** @description The numbers of open alerts. */
        AlertSummary: {
            by_severity: {
                critical: number;
                high: number;
                info: number;
                low: number;
                medium: number;
            };
            by_status: {
                acknowledged: number;
                active: number;
            };
            /** @description Whether there are more than 1000 alerts. Then critical and high ones are counted first, and the newest of the others, up to 1000. */
            capped: boolean;
            /** @description The number of active and acknowledged alerts. */
            open: number;
        };
        AnnouncedPicture: {
            /** @description The size of the file. The upload must have exactly this many bytes. */
            bytes: number;
            content_type: components["schemas"]["PictureType"];
        };
        AssignedSites: {
            site_ids: components["schemas"]["Id"][];
        };
        /** @description A user, an API key, Guard itself, or a command of the administration command line. */
        AuditActor: {
            /**
             * Format: uuid
             * @description The id of the user or key; null for Guard itself.
             */
            id: string | null;
            /** @enum {string} */
            kind: "user" | "key" | "system" | "command";
            name: string;
        };
        /** @description A changed field. Both values are null for secrets and personal data (e-mail, phone, note). Of a long list, `from` has what was removed and `to` what was added; other values over 1,000 characters are cut and end with `…`. */
        AuditChange: {
            field: string;
            /** @description The value before; null if there was none. */
            from: unknown;
            /** @description The value after; null if there is none. */
            to: unknown;
        };
        /** @description An entry of the audit log: who changed what, and from where. */
        AuditEvent: {
            /** @description The kind of the entity, and what happened to it. */
            action: string;
            actor: components["schemas"]["AuditActor"];
            at: components["schemas"]["Timestamp"];
            changes: components["schemas"]["AuditChange"][];
            entity: {
                id: string;
                kind: string;
                /** @description The name at that time. */
                name: string;
            };
            id: components["schemas"]["Id"];
            /** @description Null without a request. */
            ip_address: string | null;
            request_id: string | null;
            tenant_id: components["schemas"]["Id"];
            user_agent: string | null;
        };
        /** @description One page, newest first. */
        AuditEventPage: {
            data: components["schemas"]["AuditEvent"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Days on which no window of a supervision begins, such as public holidays. */
        Calendar: {
            created_at: components["schemas"]["Timestamp"];
            /** @description The days, earliest first and each once. */
            dates: string[];
            id: components["schemas"]["Id"];
            name: string;
            /** @description Where the days are from, as a person says it; null if nobody said it. */
            source: string | null;
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        CalendarChanges: {
            /** @description The days, earliest first and each once. Any order is taken. */
            dates?: string[];
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description Where the days are from, as a person says it; null if nobody said it. At most 200 characters without the blanks around them, and no control characters. */
            source?: string | null;
        };
        CalendarInput: {
            /** @description The days, earliest first and each once. Any order is taken. */
            dates: string[];
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description Where the days are from, as a person says it; null if nobody said it. At most 200 characters without the blanks around them, and no control characters.
             * @default null
             */
            source?: string | null;
        };
        /** @description One page, newest first. */
        CalendarPage: {
            data: components["schemas"]["Calendar"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description How Guard reaches a person. Only the person sees it. */
        Channel: {
            /** @description The e-mail address or phone number; for `push` the host of the push service. */
            address: string;
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            kind: components["schemas"]["ChannelKind"];
            /**
             * Format: date-time
             * @description When the code was given; null before. Guard notifies by verified channels only.
             */
            verified_at: string | null;
        };
        ChannelCode: {
            /** @description The code that Guard sent to the address, also with spaces or dashes. */
            code: string;
        };
        ChannelInput: components["schemas"]["EmailChannelInput"] | components["schemas"]["SmsChannelInput"] | components["schemas"]["PushChannelInput"];
        /** @enum {string} */
        ChannelKind: "email" | "sms" | "push";
        ChannelList: {
            /** @description At most 10, oldest first. */
            data: components["schemas"]["Channel"][];
            /** @description Mails of your tenant today (UTC): notifications, codes and tests. The last tenth of the limit is kept for critical alerts. */
            mail_today: {
                limit: number;
                used: number;
            };
            /** @description The kinds that this installation does not send. */
            off: components["schemas"]["ChannelKind"][];
            /** @description The public key of the installation, which a browser needs to subscribe (RFC 8292). */
            push_key: string;
            /** @description SMS of your tenant today (UTC). The last tenth of the limit is kept for critical alerts. */
            sms_today: {
                limit: number;
                used: number;
            };
        };
        ChannelTest: {
            /** @description Why it failed. */
            reason: string | null;
            status: components["schemas"]["ChannelTestStatus"];
        };
        /** @enum {string} */
        ChannelTestStatus: "sent" | "failed";
        /** @description That somebody checked in at a site. */
        CheckIn: {
            at: components["schemas"]["Timestamp"];
            by: components["schemas"]["Actor"];
            site_id: components["schemas"]["Id"];
        };
        ChosenPreferences: {
            /** @description The language of messages to you: `en`, `pt`, `es` or `de`. Null if you have chosen none: then they are in English. */
            language: string | null;
        };
        /** @description A person or an office to call about a site. */
        Contact: {
            created_at: components["schemas"]["Timestamp"];
            email: string | null;
            id: components["schemas"]["Id"];
            name: string;
            note: string | null;
            phone: string;
            position: number;
            role: components["schemas"]["ContactRole"];
            site_id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        ContactChanges: {
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description At most 1000 characters without the blanks around them, and no control characters. */
            note?: string | null;
            /** @description `+`, the code of the country, the number: stored without signs between the digits (E.164). Or a short number of 3 to 6 digits. */
            phone?: string;
            /** @description The place in the order in which to call, from 1. The contacts from there on move down; a place after the end is the end. */
            position?: number;
            role?: components["schemas"]["ContactRole"];
        };
        ContactInput: {
            /**
             * @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA.
             * @default null
             */
            email?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description At most 1000 characters without the blanks around them, and no control characters.
             * @default null
             */
            note?: string | null;
            /** @description `+`, the code of the country, the number: stored without signs between the digits (E.164). Or a short number of 3 to 6 digits. */
            phone: string;
            /** @description By default the end. */
            position?: number;
            role: components["schemas"]["ContactRole"];
        };
        ContactList: {
            data: components["schemas"]["Contact"][];
        };
        /** @enum {string} */
        ContactRole: "keyholder" | "guard" | "owner" | "police" | "fire" | "other";
        Credentials: {
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email: string;
            /** @description Whether the person asks to stay signed in on their device. Their sessions show it (`kept`). It changes no lifetime. */
            keep_signed_in?: boolean;
            /** @description A code of the authenticator app, or an unused recovery code. */
            otp?: string;
            /** Format: password */
            password: string;
        };
        /** @description The delivery of an event to a webhook. */
        Delivery: {
            /** @description The number of attempts. */
            attempts: number;
            created_at: components["schemas"]["Timestamp"];
            /** @description Why the last attempt had no response, or was not made: `timeout`, `address_not_allowed`, `webhook_disabled`, or the code of a network error, such as `ECONNREFUSED`. */
            error: string | null;
            event: string;
            /** @description The header `webhook-id` of every attempt. */
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            last_attempt_at: string | null;
            /** @description The duration of the last attempt. */
            milliseconds: number | null;
            /**
             * Format: date-time
             * @description The approximate time of the next attempt; null if there is none.
             */
            next_attempt_at: string | null;
            /** @description The beginning of the last response, up to 500 bytes. */
            response: string | null;
            status: components["schemas"]["DeliveryStatus"];
            /** @description The status of the last response; null without a response. */
            status_code: number | null;
            tenant_id: components["schemas"]["Id"];
            webhook_id: components["schemas"]["Id"];
        };
        /** @description One page, newest first. */
        DeliveryPage: {
            data: components["schemas"]["Delivery"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        DeliveryStatus: "pending" | "delivered" | "failed";
        /** @description A sensor, panel or camera at a site. */
        Device: {
            created_at: components["schemas"]["Timestamp"];
            /** @description True for an alarm panel with an account; missing in lists, and of other devices. */
            has_panel?: boolean;
            /**
             * @description The seconds without a heartbeat after which the device is offline and an alert is raised; null for a device that is not watched.
             * @default null
             */
            heartbeat_seconds: number | null;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description The time of the last heartbeat. Exact for a single device; lists show it as of the last change of the status.
             */
            last_seen_at: string | null;
            name: string;
            /**
             * @description The severity of its offline alert.
             * @default high
             */
            offline_severity: components["schemas"]["AlertSeverity"];
            /**
             * @description When API keys raise more new alerts than this within 10 minutes for the same type and zone, Guard raises one `runaway` alert and counts the further reports as its occurrences; null for never.
             * @default null
             */
            runaway_after: number | null;
            serial: string | null;
            site_id: components["schemas"]["Id"];
            status: components["schemas"]["DeviceStatus"];
            tenant_id: components["schemas"]["Id"];
            /** @description The type of the device: an open set of values. */
            type: string;
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            zone_id: string | null;
        };
        DeviceChanges: {
            /** @description The seconds without a heartbeat after which the device is offline and an alert is raised; null for a device that is not watched. */
            heartbeat_seconds?: number | null;
            /**
             * Format: date-time
             * @description Set by Guard for a watched device: then it must not be sent.
             */
            last_seen_at?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description The severity of its offline alert. */
            offline_severity?: components["schemas"]["AlertSeverity"];
            /** @description When API keys raise more new alerts than this within 10 minutes for the same type and zone, Guard raises one `runaway` alert and counts the further reports as its occurrences; null for never. */
            runaway_after?: number | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            serial?: string | null;
            /** @description Another site moves the device. */
            site_id?: components["schemas"]["Id"];
            /** @description The type of the device: an open set of values. */
            type?: string;
            /**
             * Format: uuid
             * @description A zone of the site, or none.
             */
            zone_id?: string | null;
        };
        DeviceImport: {
            devices: components["schemas"]["ImportedDevice"][];
        };
        /** @description The result for one device. */
        DeviceImportResult: {
            /** @description The device with this serial. */
            device?: components["schemas"]["Device"];
            error?: components["schemas"]["ResultError"];
            /** @description 201: created. 200: the tenant has a device with this serial, which stays as it is. */
            status: number;
        };
        DeviceImportResults: {
            /** @description One result for each device, in the order of the devices. */
            results: components["schemas"]["DeviceImportResult"][];
        };
        DeviceInput: {
            /**
             * @description The seconds without a heartbeat after which the device is offline and an alert is raised; null for a device that is not watched.
             * @default null
             */
            heartbeat_seconds?: number | null;
            /**
             * Format: date-time
             * @description Null unless it is sent. Set by Guard for a watched device: then it must not be sent.
             */
            last_seen_at?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description The severity of its offline alert.
             * @default high
             */
            offline_severity?: components["schemas"]["AlertSeverity"];
            /**
             * @description When API keys raise more new alerts than this within 10 minutes for the same type and zone, Guard raises one `runaway` alert and counts the further reports as its occurrences; null for never.
             * @default null
             */
            runaway_after?: number | null;
            /**
             * @description At most 120 characters without the blanks around them, and no control characters.
             * @default null
             */
            serial?: string | null;
            /** @description The type of the device: an open set of values. */
            type: string;
            /**
             * Format: uuid
             * @description A zone of the site, or none.
             * @default null
             */
            zone_id?: string | null;
        };
        /** @description One page, newest first. */
        DevicePage: {
            data: components["schemas"]["Device"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Set by Guard alone: `unknown` for a device that is not watched.
         * @enum {string}
         */
        DeviceStatus: "online" | "offline" | "unknown";
        DrillInput: {
            severity: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            /** @description The type of the alert, which rules may require. */
            type: string;
        };
        /** @description The drills of a tenant. */
        Drills: {
            /** @description The alerts of the last 5 drills within 30 days, newest first. */
            data: components["schemas"]["Alert"][];
            /** @description How many drills may be started now. */
            remaining: number;
        };
        EmailChannelInput: {
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            address: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "email";
        };
        EmailDomain: {
            /** @description The text of a TXT record of `_guard.<domain>`, which proves that the domain is yours. */
            challenge: string;
            domain: string;
            /**
             * Format: date-time
             * @description Null until the domain is verified.
             */
            verified_at: string | null;
        };
        /** @description The body of every error. */
        ErrorBody: {
            code: components["schemas"]["ErrorCode"];
            /** @description For status 422: the messages by field. The names of nested fields contain dots. */
            errors?: {
                [key: string]: string[];
            };
            /** @description The error in words. */
            message: string;
            /** @description The id of the request in the log of the service; `unknown` if the firewall blocked the address for too many requests. */
            request_id: string;
        };
        /**
         * @description The error for programs.
         * @enum {string}
         */
        ErrorCode: "malformed_json" | "logout_token_not_valid" | "contradicting_headers" | "unauthenticated" | "invalid_credentials" | "second_factor_required" | "forbidden" | "account_not_active" | "password_login_disabled" | "second_factor_setup_required" | "sso_login_disabled" | "sso_account_unknown" | "sso_role_unknown" | "sso_role_missing" | "origin_not_allowed" | "not_found" | "own_account_protected" | "own_tenant_protected" | "not_reopenable" | "dedup_key_taken" | "alert_not_acknowledged" | "alert_already_resolved" | "severity_raised" | "alert_not_real" | "second_factor_active" | "email_taken" | "invitation_not_open" | "serial_taken" | "account_taken" | "certificates_not_available" | "site_not_empty" | "zone_not_empty" | "tenant_not_empty" | "last_tenant_master" | "last_platform_admin" | "test_limit_reached" | "own_test_limit_reached" | "drill_limit_reached" | "test_ended" | "too_many_contacts" | "too_many_supervisions" | "nothing_to_extend" | "too_many_action_plans" | "plan_incomplete" | "too_many_webhooks" | "too_many_calendars" | "calendar_in_use" | "too_many_schedules" | "schedule_in_use" | "too_many_notification_rules" | "too_many_channels" | "channel_exists" | "channel_verified" | "channel_not_verified" | "channel_off" | "channel_not_reached" | "channel_code_not_valid" | "too_many_overrides" | "too_many_identity_providers" | "domain_taken" | "webhook_not_active" | "delivery_not_ended" | "too_many_connections" | "event_id_reused" | "mail_not_configured" | "mail_not_received" | "role_managed_by_sso" | "changed_too_often" | "precondition_failed" | "payload_too_large" | "message_too_large" | "unsupported_media_type" | "validation_failed" | "sso_not_available" | "sso_code_not_valid" | "idempotency_key_reused" | "link_not_valid" | "range_too_large" | "too_many_values" | "too_many_requests" | "internal_error" | "service_unavailable" | "inbound_limit_reached" | "gateway_timeout";
        /** @description For each severity, the minutes after which an unacknowledged alert escalates by one step. */
        Escalation: {
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            critical?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            high?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            info?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            low?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            medium?: number[];
        };
        /** @description For each severity, the minutes after which an unacknowledged alert escalates by one step. */
        EscalationInput: {
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            critical?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            high?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            info?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            low?: number[];
            /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
            medium?: number[];
        };
        /** @description What a shift hands to the next one, within the scope of the caller. */
        Handover: {
            at: components["schemas"]["Timestamp"];
            /** @description The supervisions whose deadline somebody has moved, the next first. */
            extended: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: {
                    by: {
                        id: components["schemas"]["Id"];
                        name: string;
                    };
                    kind: components["schemas"]["SupervisionKind"];
                    name: string;
                    note: string;
                    site_id: components["schemas"]["Id"];
                    /** @description Null if the site was deleted. */
                    site_name: string | null;
                    supervision_id: components["schemas"]["Id"];
                    until: components["schemas"]["Timestamp"];
                }[];
            };
            /** @description The notes since `since`, newest first. */
            notes: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: components["schemas"]["HandoverNote"][];
            };
            /** @description What is on test, the test that ends next first. */
            on_test: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: {
                    ends_at: components["schemas"]["Timestamp"];
                    reason: string;
                    site_id: components["schemas"]["Id"];
                    /** @description Null if the site was deleted. */
                    site_name: string | null;
                    test_id: components["schemas"]["Id"];
                }[];
            };
            /** @description The open alerts that are not parked: unacknowledged ones first, then by severity, then the oldest. */
            open: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: components["schemas"]["Alert"][];
            };
            /** @description The parked alerts, the one that comes back next first. */
            parked: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: components["schemas"]["Alert"][];
            };
            /** @description The watched devices and panels that are offline, the newest first. */
            silent: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: {
                    device_id: components["schemas"]["Id"];
                    /**
                     * Format: date-time
                     * @description The last sign of life before it fell silent; null if it was never heard.
                     */
                    last_seen_at: string | null;
                    name: string;
                    site_id: components["schemas"]["Id"];
                    /** @description Null if the site was deleted. */
                    site_name: string | null;
                    type: string;
                }[];
            };
            since: components["schemas"]["Timestamp"];
            /** @description Who has open alerts, the one with the most first. */
            taken: {
                /** @description Whether there are more. */
                capped: boolean;
                /** @description At most 100. */
                data: {
                    /** @description How many open alerts the user has, parked ones included. */
                    alerts: number;
                    /** @description How many of these are critical. */
                    critical: number;
                    /** @description The name, when the user acknowledged an alert. */
                    name: string | null;
                    user_id: components["schemas"]["Id"];
                }[];
            };
            tenant_name: string;
        };
        /** @description What a shift leaves to the next one. */
        HandoverNote: {
            at: components["schemas"]["Timestamp"];
            by: {
                id: components["schemas"]["Id"];
                name: string;
            };
            id: components["schemas"]["Id"];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            site_id: string | null;
            /** @description The name of the site, at that time. */
            site_name: string | null;
            tenant_id: components["schemas"]["Id"];
            text: string;
        };
        HandoverNoteInput: {
            /**
             * Format: uuid
             * @description The site that it is about: only who sees this site reads it. Without one, everybody of the tenant who reads the handover does.
             */
            site_id?: string | null;
            /** @description At most 2000 characters without the blanks around them, and no control characters. */
            text: string;
        };
        Health: {
            /** @description The deployed commit. It ends with `-dirty` if there were uncommitted changes; `unknown` if the deployment did not name it. */
            release: string;
            /** @constant */
            status: "ok";
        };
        /** @description Public holidays for a calendar. */
        HolidayList: {
            /** @description The codes of the countries that are known. */
            countries: string[];
            /** @description The days of the year, earliest first. Nobody guarantees them: a person decides. */
            days: {
                date: string;
                /** @description Whether the list of the region has it. The list of the country may have days that this one lacks by mistake. */
                is_listed_for_region: boolean;
                /** @description Whether it lasts from midnight to midnight. */
                is_whole_day: boolean;
                name: string;
                type: components["schemas"]["HolidayType"];
            }[];
            /** @description The regions of the country; without a country, none. */
            regions: {
                code: string;
                name: string;
            }[];
            source: {
                library: string;
                /** @description The licence of the data. */
                licence: string;
                version: string;
            };
        };
        /** @enum {string} */
        HolidayType: "public" | "bank" | "optional" | "observance" | "school";
        /**
         * Format: uuid
         * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
         */
        Id: string;
        /** @description An OpenID Connect provider with which people of a tenant sign in. */
        IdentityProvider: {
            client_id: string;
            created_at: components["schemas"]["Timestamp"];
            creates_users: boolean;
            /** @description The role of a person without a mapped one. */
            default_role: string | null;
            domains: components["schemas"]["EmailDomain"][];
            email_claim: string | null;
            email_domains: string[];
            has_client_secret: boolean;
            id: components["schemas"]["Id"];
            issuer: string;
            name: string;
            /** @description The redirect URI to register at the provider. */
            redirect_uri: string;
            role_claim: string | null;
            role_map: {
                [key: string]: string;
            };
            session_minutes: number | null;
            status: components["schemas"]["IdentityProviderStatus"];
            tenant_id: components["schemas"]["Id"];
            trusts_email: boolean;
            updated_at: components["schemas"]["Timestamp"];
        };
        IdentityProviderChanges: {
            client_id?: string;
            /** @description Stored encrypted, and never shown. Null for a client without a secret. */
            client_secret?: string | null;
            /** @description Whether a person without a user gets one at the first sign-in. */
            creates_users?: boolean;
            /** @description The role of a person without a mapped one; null: such a person is not signed in. */
            default_role?: string | null;
            /** @description The claim with the e-mail address, such as `preferred_username` or `upn`; null: `email`. Unless it equals `email`, `email_verified` says nothing about it, so it takes `trusts_email`. At most 200 characters without the blanks around them, and no control characters. */
            email_claim?: string | null;
            /** @description The domains of the e-mail addresses that sign in with this provider. Stored in lower case, and in ASCII. */
            email_domains?: string[];
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description The claim with the groups or roles of a person, such as `groups`, or a path such as `realm_access.roles`: a list, a text of names divided by commas or spaces, or an object with the names. At most 200 characters without the blanks around them, and no control characters. */
            role_claim?: string | null;
            /** @description The role for each value of the role claim. Of several roles, a person gets the highest. */
            role_map?: {
                [key: string]: string;
            };
            /** @description The minutes after which a person must sign in with the provider again; null: no limit. */
            session_minutes?: number | null;
            /** @description Nobody signs in with a disabled provider. */
            status?: components["schemas"]["IdentityProviderStatus"];
            /** @description Whether addresses of verified domains count as verified, for providers that omit `email_verified`, such as Entra. Takes a verified domain. */
            trusts_email?: boolean;
        };
        IdentityProviderInput: {
            client_id: string;
            /**
             * @description Stored encrypted, and never shown. Null for a client without a secret.
             * @default null
             */
            client_secret?: string | null;
            /**
             * @description Whether a person without a user gets one at the first sign-in.
             * @default false
             */
            creates_users?: boolean;
            /**
             * @description The role of a person without a mapped one; null: such a person is not signed in.
             * @default null
             */
            default_role?: string | null;
            /**
             * @description The claim with the e-mail address, such as `preferred_username` or `upn`; null: `email`. Unless it equals `email`, `email_verified` says nothing about it, so it takes `trusts_email`. At most 200 characters without the blanks around them, and no control characters.
             * @default null
             */
            email_claim?: string | null;
            /** @description The domains of the e-mail addresses that sign in with this provider. Stored in lower case, and in ASCII. */
            email_domains: string[];
            /** @description The issuer, exactly as the provider names it: an https URL of a public host, without query and fragment. It never changes. */
            issuer: string;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description The claim with the groups or roles of a person, such as `groups`, or a path such as `realm_access.roles`: a list, a text of names divided by commas or spaces, or an object with the names. At most 200 characters without the blanks around them, and no control characters.
             * @default null
             */
            role_claim?: string | null;
            /** @description The role for each value of the role claim. Of several roles, a person gets the highest. Empty by default. */
            role_map?: {
                [key: string]: string;
            };
            /**
             * @description The minutes after which a person must sign in with the provider again; null: no limit.
             * @default null
             */
            session_minutes?: number | null;
            /**
             * @description Nobody signs in with a disabled provider.
             * @default active
             */
            status?: components["schemas"]["IdentityProviderStatus"];
            /**
             * @description Whether addresses of verified domains count as verified, for providers that omit `email_verified`, such as Entra. Takes a verified domain.
             * @default false
             */
            trusts_email?: boolean;
        };
        /** @description One page, newest first. */
        IdentityProviderPage: {
            data: components["schemas"]["IdentityProvider"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        IdentityProviderStatus: "active" | "disabled";
        ImportedDevice: {
            /**
             * @description The seconds without a heartbeat after which the device is offline and an alert is raised; null for a device that is not watched.
             * @default null
             */
            heartbeat_seconds?: number | null;
            /**
             * Format: date-time
             * @description Null unless it is sent. Set by Guard for a watched device: then it must not be sent.
             */
            last_seen_at?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description The severity of its offline alert.
             * @default high
             */
            offline_severity?: components["schemas"]["AlertSeverity"];
            /**
             * @description When API keys raise more new alerts than this within 10 minutes for the same type and zone, Guard raises one `runaway` alert and counts the further reports as its occurrences; null for never.
             * @default null
             */
            runaway_after?: number | null;
            /** @description Required, and unique in the tenant. At most 120 characters without the blanks around them, and no control characters. */
            serial: string;
            site_id: components["schemas"]["Id"];
            /** @description The type of the device: an open set of values. */
            type: string;
            /**
             * Format: uuid
             * @description A zone of the site, or none.
             * @default null
             */
            zone_id?: string | null;
        };
        /** @description The address to which another system sends its own messages, without the address itself. */
        InboundAddress: {
            /** @description Where the system connects by MQTT 3.1.1. The user is any; the password is the last part of the address, from `guard_i_` on. Null: this Guard has no broker. */
            broker: {
                /** @description The host for connections with a certificate. Null: the broker takes none. */
                certificate_host: string | null;
                /** @description The client id that a connection with the password must have. If the device has several connections, each adds something of its own after a hyphen. Null: any. */
                client_id: string | null;
                host: string;
                port: number;
                /** @description Whether it takes connections with TLS only. */
                tls: boolean;
            } | null;
            /** @description The last certificate for MQTT that was issued, if it was not revoked. */
            certificate: {
                client_id: string;
                issued_at: components["schemas"]["Timestamp"];
            } | null;
            created_at: components["schemas"]["Timestamp"];
            device_id: components["schemas"]["Id"];
            format: components["schemas"]["InboundFormat"];
            /**
             * Format: date-time
             * @description Until when the former address works, too. Null: there is none.
             */
            former_until: string | null;
            /** @description When the present address was made. */
            issued_at: components["schemas"]["Timestamp"];
            mapping: components["schemas"]["InboundMapping"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        InboundChanges: {
            format?: components["schemas"]["InboundFormat"];
            mapping?: components["schemas"]["InboundMapping"];
        };
        /**
         * @description The system that sends. `generic` is any other system, with a `mapping`.
         * @enum {string}
         */
        InboundFormat: "alertmanager" | "grafana" | "zabbix" | "uptime-kuma" | "home-assistant" | "frigate" | "zigbee2mqtt" | "shelly" | "tasmota" | "the-things-stack" | "hikvision" | "axis" | "onvif" | "viewtron" | "paradox" | "generic";
        InboundInput: {
            format: components["schemas"]["InboundFormat"];
            /** @description Empty by default. */
            mapping?: components["schemas"]["InboundMapping"];
        };
        /** @description What the fields of a message mean: paths into it, and values. */
        InboundMapping: {
            /** @description The values of `state` that mean an alarm, in any case. Without them, words such as `on`, `true` and `alarm`. */
            alarm_values?: string[];
            /** @description The values that are a sign of life and nothing else, such as `heartbeat`. */
            ignored_values?: string[];
            /** @description Where the list is, if one message has several events. Other paths begin inside its items. */
            items?: string;
            /** @description The field with the text of the alert. */
            message?: string;
            /** @description The field that differs for each new alarm of the same thing, such as its time of beginning. */
            occurrence?: string;
            /** @description The values that mean its end. Without them, words such as `off`, `false` and `ok`. */
            restore_values?: string[];
            /** @description The severity of its alerts. */
            severity?: components["schemas"]["AlertSeverity"];
            /** @description The field with the severity. */
            severity_path?: string;
            /** @description The field that says whether it is an alarm. */
            state?: string;
            /** @description The field that names the sensor or event, so that its end finds its alarm. */
            thing?: string;
            /** @description The field with the time of the event. */
            time?: string;
            /** @description The type of its alerts. */
            type?: string;
            /** @description The field with the type, which wins over `type`. */
            type_path?: string;
        };
        /** @description A message that another system sent to the address of a device. */
        InboundMessage: {
            /** @description The network address of the sender. */
            address: string;
            at: components["schemas"]["Timestamp"];
            /** @description The first 4000 characters of the message. What looks like a secret is `***`. */
            body: string;
            content_type: string | null;
            device_id: components["schemas"]["Id"];
            format: string;
            id: components["schemas"]["Id"];
            /** @description How many pictures came with it. The alert that it raised keeps them. */
            pictures: number;
            results: components["schemas"]["InboundResult"][];
            tenant_id: components["schemas"]["Id"];
            topic: string | null;
            /** @description What Guard repaired in the report, and carried it out all the same. The codes are an open set: `unknown_field`, `converted`, `assumed`, `not_understood`, `shortened`, `characters_replaced`, `hashed`, `left_out`, `clock_wrong`, `time_not_readable`, `event_id_reused`, `idempotency_key_reused`, `bare_lf`, `header_without_colon`, `header_body_separator_missing`, `boundary_missing`, `unclosed_multipart`, `base64_trailing_garbage`, `base64_padding`, `eight_bit_header`, `transfer_encoding_missing`, `date_missing`, `date_unreadable`, `date_without_zone`, `from_missing`, `from_empty`, `from_unreadable`, `message_id_constant`, `uuencoded`, `mail_unreadable`, `mail_too_large`, `picture_unreadable`, `attachment_left_out`, `spam_suspected`, `virus_suspected`. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description One page, newest first. */
        InboundMessagePage: {
            data: components["schemas"]["InboundMessage"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        InboundReceipt: {
            /** @description What each part of the message did. */
            results: components["schemas"]["InboundResult"][];
            /** @description What Guard repaired in the report, and carried it out all the same. The codes are an open set: `unknown_field`, `converted`, `assumed`, `not_understood`, `shortened`, `characters_replaced`, `hashed`, `left_out`, `clock_wrong`, `time_not_readable`, `event_id_reused`, `idempotency_key_reused`, `bare_lf`, `header_without_colon`, `header_body_separator_missing`, `boundary_missing`, `unclosed_multipart`, `base64_trailing_garbage`, `base64_padding`, `eight_bit_header`, `transfer_encoding_missing`, `date_missing`, `date_unreadable`, `date_without_zone`, `from_missing`, `from_empty`, `from_unreadable`, `message_id_constant`, `uuencoded`, `mail_unreadable`, `mail_too_large`, `picture_unreadable`, `attachment_left_out`, `spam_suspected`, `virus_suspected`. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description What a part of a message meant, and what it did. */
        InboundResult: {
            alert_id?: components["schemas"]["Id"];
            /**
             * @description `recorded`: no open alert was concerned. `repeated`: the same event was known. `nothing_new`: the state was known. `not_understood`: it raised `unknown-signal`.
             * @enum {string}
             */
            result: "raised" | "occurred_again" | "restored" | "resolved" | "recorded" | "repeated" | "nothing_new" | "heartbeat" | "test" | "not_understood" | "failed";
            severity?: string;
            text?: string;
            /** @description What it is about, in the words of its sender. */
            thing?: string;
            type?: string;
        };
        /**
         * @description `open`: the person may set a password by the link of a mail. `expired`: the person has no password, and no such link. `none`: the person needs no invitation.
         * @enum {string}
         */
        InvitationState: "none" | "open" | "expired";
        IssuedCertificate: {
            /** @description The certificate, in PEM. */
            certificate: string;
            /** @description The client id that the connection must have. */
            client_id: string;
            host: string;
            port: number;
            /** @description The private key, in PEM. It is returned only once, and Guard does not keep it. */
            private_key: string;
        };
        IssuedInboundAddress: {
            /** @description Where the system connects by MQTT 3.1.1. The user is any; the password is the last part of the address, from `guard_i_` on. Null: this Guard has no broker. */
            broker: {
                /** @description The host for connections with a certificate. Null: the broker takes none. */
                certificate_host: string | null;
                /** @description The client id that a connection with the password must have. If the device has several connections, each adds something of its own after a hyphen. Null: any. */
                client_id: string | null;
                host: string;
                port: number;
                /** @description Whether it takes connections with TLS only. */
                tls: boolean;
            } | null;
            /** @description The last certificate for MQTT that was issued, if it was not revoked. */
            certificate: {
                client_id: string;
                issued_at: components["schemas"]["Timestamp"];
            } | null;
            created_at: components["schemas"]["Timestamp"];
            device_id: components["schemas"]["Id"];
            format: components["schemas"]["InboundFormat"];
            /**
             * Format: date-time
             * @description Until when the former address works, too. Null: there is none.
             */
            former_until: string | null;
            /** @description When the present address was made. */
            issued_at: components["schemas"]["Timestamp"];
            mapping: components["schemas"]["InboundMapping"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The address, which is a secret. It is returned only once: give it to the sender. */
            url: string;
        };
        IssuedKey: {
            /** @enum {string} */
            access: "report" | "read" | "wall";
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            device_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            expires_at: string | null;
            id: components["schemas"]["Id"];
            /** @description The plain text of the key, for `Authorization: Bearer <key>`. It is returned only once: store it. */
            key: string;
            /**
             * Format: date-time
             * @description Accurate to the hour; null before the first use.
             */
            last_used_at: string | null;
            name: string;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            site_id: string | null;
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        IssuedMailAddress: {
            /** @description The address, which is a secret. It is returned only once: set it as the recipient in the device. */
            address: string;
            created_at: components["schemas"]["Timestamp"];
            device_id: components["schemas"]["Id"];
            /** @description When the present address was made. */
            issued_at: components["schemas"]["Timestamp"];
            /** @description What phrases of this device mean, before those that Guard knows. */
            phrases: components["schemas"]["MailPhrase"][];
            /** @description Where the device sends its mail; any user and password are accepted. Null: this Guard receives no mail. */
            receiver: {
                /** @description The server to set in the device. Null: only a mail server delivers here, by the domain of the address. */
                host: string | null;
                /** @description Without encryption, or with STARTTLS. */
                ports: number[];
                /** @description With TLS from the first byte. */
                tls_ports: number[];
            } | null;
            /** @description Their severity. */
            severity: components["schemas"]["AlertSeverity"];
            /** @description The subject that is set in the device, if it is the same in every mail. It says nothing about what happened. At most 200 characters without the blanks around them, and no control characters. */
            subject: string | null;
            tenant_id: components["schemas"]["Id"];
            /** @description The type of its alerts. */
            type: string;
            updated_at: components["schemas"]["Timestamp"];
        };
        IssuedWebhook: {
            created_at: components["schemas"]["Timestamp"];
            description: string | null;
            /** @description Why Guard disabled the webhook: `gone` (the receiver answered 410) or `failing` (5 days without a success); null if Guard did not disable it. */
            disabled_reason: string | null;
            events: components["schemas"]["WebhookEvent"][];
            /**
             * Format: date-time
             * @description The time since which no attempt has succeeded; null if the last attempt succeeded.
             */
            failing_since: string | null;
            id: components["schemas"]["Id"];
            /** @description The receiver verifies signatures with it (Standard Webhooks). No other response contains it: store it. */
            secret: string;
            site_ids: components["schemas"]["Id"][] | null;
            status: components["schemas"]["WebhookStatus"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
            url: string;
            /** @description What makes it silent now, fully or in part. Only in the answers for one object. */
            warnings?: components["schemas"]["Warning"][];
        };
        /** @description The credential of a device, another system or a screen. It can do what its access says, and nothing else. */
        Key: {
            /** @enum {string} */
            access: "report" | "read" | "wall";
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            device_id: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            expires_at: string | null;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description Accurate to the hour; null before the first use.
             */
            last_used_at: string | null;
            name: string;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            site_id: string | null;
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        KeyChanges: {
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
        };
        KeyInput: {
            /**
             * @description `report`: the key reports events. `read`: it reads alerts, sites, zones and devices. `wall`: it reads the overview and receives live changes, both without people, for a screen that many people see.
             * @default report
             * @enum {string}
             */
            access?: "report" | "read" | "wall";
            /**
             * Format: uuid
             * @description Binds a key with the access `report` to a device instead of a site. It cannot report events of other devices.
             * @default null
             */
            device_id?: string | null;
            /**
             * Format: date-time
             * @description The time from which the key is rejected. It must be in the future; null means never. A key with the access `wall` needs it, at most 366 days ahead.
             */
            expires_at?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * Format: uuid
             * @description Binds the key to a site. It cannot report events of other sites, or read them.
             * @default null
             */
            site_id?: string | null;
        };
        /** @description One page, newest first. */
        KeyPage: {
            data: components["schemas"]["Key"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description How often sites were closed late, per site and month. Right within 3 minutes. */
        LateClosings: {
            /** @description By month, and within it the site with the most first. Others have none. */
            rows: {
                /** @description How often it was not closed in time, whoever ended the alert; without tests. */
                late_closings: number;
                month: string;
                site_id: components["schemas"]["Id"];
                site_name: string | null;
            }[];
            since: string;
            time_zone: string;
            until: string;
        };
        /** @description A customer, with the limits of its requests. */
        LimitedTenant: {
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            name: string;
            reminders: components["schemas"]["Reminders"];
            request_limits: components["schemas"]["RequestLimits"];
            /** @description The requests a minute that the tenant may make to each endpoint, if a platform admin has set a limit. The service may admit fewer. Null: the usual limit, which grows with the number of its people and keys. */
            requests_per_minute: number | null;
            status: components["schemas"]["TenantStatus"];
            /** @description The time zone in which the tenant counts its days. Null: UTC. */
            time_zone: string | null;
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description A one-time credential for a live connection, which receives changes as they happen. */
        LiveTicket: {
            expires_at: components["schemas"]["Timestamp"];
            /** @description Opens one connection. It is a secret. */
            ticket: string;
            /**
             * Format: uri
             * @description Where to connect. It contains the ticket.
             */
            url: string;
        };
        LostPassword: {
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email: string;
        };
        /** @description What the mails of a camera or recorder mean, without the address itself. */
        MailAddress: {
            created_at: components["schemas"]["Timestamp"];
            device_id: components["schemas"]["Id"];
            /** @description When the present address was made. */
            issued_at: components["schemas"]["Timestamp"];
            /** @description What phrases of this device mean, before those that Guard knows. */
            phrases: components["schemas"]["MailPhrase"][];
            /** @description Where the device sends its mail; any user and password are accepted. Null: this Guard receives no mail. */
            receiver: {
                /** @description The server to set in the device. Null: only a mail server delivers here, by the domain of the address. */
                host: string | null;
                /** @description Without encryption, or with STARTTLS. */
                ports: number[];
                /** @description With TLS from the first byte. */
                tls_ports: number[];
            } | null;
            /** @description Their severity. */
            severity: components["schemas"]["AlertSeverity"];
            /** @description The subject that is set in the device, if it is the same in every mail. It says nothing about what happened. At most 200 characters without the blanks around them, and no control characters. */
            subject: string | null;
            tenant_id: components["schemas"]["Id"];
            /** @description The type of its alerts. */
            type: string;
            updated_at: components["schemas"]["Timestamp"];
        };
        MailAddressChanges: {
            /** @description What phrases of this device mean, before those that Guard knows. */
            phrases?: components["schemas"]["MailPhrase"][];
            /** @description Their severity. */
            severity?: components["schemas"]["AlertSeverity"];
            /** @description The subject that is set in the device, if it is the same in every mail. It says nothing about what happened. At most 200 characters without the blanks around them, and no control characters. */
            subject?: string | null;
            /** @description The type of its alerts. */
            type?: string;
        };
        MailAddressInput: {
            /** @description What phrases of this device mean, before those that Guard knows. Empty by default. */
            phrases?: components["schemas"]["MailPhrase"][];
            /**
             * @description Their severity.
             * @default high
             */
            severity?: components["schemas"]["AlertSeverity"];
            /**
             * @description The subject that is set in the device, if it is the same in every mail. It says nothing about what happened. At most 200 characters without the blanks around them, and no control characters.
             * @default null
             */
            subject?: string | null;
            /**
             * @description The type of its alerts.
             * @default motion
             */
            type?: string;
        };
        /**
         * @description `restored` notes in the open alert that it is over, `trouble` raises `system-trouble`, `trouble_over` resolves that, and `recorded` does nothing.
         * @enum {string}
         */
        MailMeaning: "alarm" | "restored" | "trouble" | "trouble_over" | "recorded";
        MailPhrase: {
            means: components["schemas"]["MailMeaning"];
            /** @description The whole value of an event field, a whole line, or the whole subject. Case and punctuation do not count. At most 200 characters without the blanks around them, and no control characters. */
            text: string;
        };
        MailStatus: {
            /** @description Why the address gets no more mail, until the user has another; `null` if it does. */
            suppressed: {
                at: components["schemas"]["Timestamp"];
                /** @enum {string} */
                reason: "bounce" | "complaint";
            } | null;
        };
        /** @description The first master of a new tenant. */
        MasterInput: {
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email: string;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /** Format: password */
            password: string;
        };
        Message: {
            message: string;
        };
        NoteInput: {
            /** @description At most 2000 characters without the blanks around them, and no control characters. */
            text: string;
        };
        Notification: {
            attempts: number;
            /** @description The kind of the channel: `email`, `sms` or `push`; null if there is no channel. */
            channel: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            channel_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether the person may have the message twice: the result of an attempt is not known. */
            duplicate_possible: boolean;
            /** @description The history entry of the event. */
            entry_id: components["schemas"]["Id"];
            event: components["schemas"]["NotifiedEvent"];
            id: components["schemas"]["Id"];
            /** @description Whether the message was part of a summary, because there were too many. */
            in_summary: boolean;
            /** @description Why it was not sent, or waits. */
            reason: string | null;
            /**
             * Format: uuid
             * @description The schedule in which the person is on call; null if the rule names the person.
             */
            schedule_id: string | null;
            status: components["schemas"]["NotificationStatus"];
            /** @description The alert, device or test of the event. */
            subject_id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The person; null if there is none.
             */
            user_id: string | null;
            user_name: string | null;
        };
        /** @enum {string} */
        NotificationEvent: "alert.raised" | "alert.severity_raised" | "alert.escalated" | "alert.acknowledged" | "alert.resolved" | "alert.reopened" | "device.offline" | "device.online" | "test.started" | "test.ending" | "test.ended";
        /** @description One page, newest first. */
        NotificationPage: {
            data: components["schemas"]["Notification"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A user, or whoever is on call in a schedule at the time of the event. */
        NotificationRecipient: {
            user_id: components["schemas"]["Id"];
        } | {
            schedule_id: components["schemas"]["Id"];
        };
        NotificationRecipientInput: {
            user_id: components["schemas"]["Id"];
        } | {
            schedule_id: components["schemas"]["Id"];
        };
        /** @description Who is notified of what, and how. */
        NotificationRule: {
            channels: components["schemas"]["ChannelKind"][];
            created_at: components["schemas"]["Timestamp"];
            events: components["schemas"]["NotificationEvent"][];
            id: components["schemas"]["Id"];
            min_escalation_level: number | null;
            min_severity: string | null;
            name: string;
            recipients: components["schemas"]["NotificationRecipient"][];
            site_ids: components["schemas"]["Id"][] | null;
            status: components["schemas"]["NotificationRuleStatus"];
            tenant_id: components["schemas"]["Id"];
            types: string[] | null;
            updated_at: components["schemas"]["Timestamp"];
            /** @description What makes it silent now, fully or in part. Only in the answers for one object. */
            warnings?: components["schemas"]["Warning"][];
        };
        NotificationRuleChanges: {
            /** @description Each recipient is notified by all of their verified channels of these kinds. */
            channels?: components["schemas"]["ChannelKind"][];
            /** @description The events that notify the recipients. */
            events?: components["schemas"]["NotificationEvent"][];
            /** @description Only alerts that have reached this escalation step; null: all. A rule with this filter is about alerts only: events of devices and tests do not match it. */
            min_escalation_level?: number | null;
            /** @description Only alerts of this severity or a higher one; null: of any. A rule with this filter is about alerts only: events of devices and tests do not match it. */
            min_severity?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            recipients?: components["schemas"]["NotificationRecipientInput"][];
            /** @description Only events of these sites of the tenant; null: of all sites. */
            site_ids?: components["schemas"]["Id"][] | null;
            status?: components["schemas"]["NotificationRuleStatus"];
            /** @description Only alerts of these types; null: of all. A rule with this filter is about alerts only: events of devices and tests do not match it. */
            types?: string[] | null;
        };
        /** @description A rule as a form shows it before it is saved. */
        NotificationRuleDraft: {
            /** @description Each recipient is notified by all of their verified channels of these kinds. */
            channels: components["schemas"]["ChannelKind"][];
            /** @description The events that notify the recipients. */
            events: components["schemas"]["NotificationEvent"][];
            /** @description The stored rule that it replaces. Without it, the rule is added. */
            id?: components["schemas"]["Id"];
            /**
             * @description Only alerts that have reached this escalation step; null: all. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            min_escalation_level?: number | null;
            /**
             * @description Only alerts of this severity or a higher one; null: of any. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            min_severity?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            recipients: components["schemas"]["NotificationRecipientInput"][];
            /**
             * @description Only events of these sites of the tenant; null: of all sites.
             * @default null
             */
            site_ids?: components["schemas"]["Id"][] | null;
            /** @default active */
            status?: components["schemas"]["NotificationRuleStatus"];
            /**
             * @description Only alerts of these types; null: of all. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            types?: string[] | null;
        };
        NotificationRuleInput: {
            /** @description Each recipient is notified by all of their verified channels of these kinds. */
            channels: components["schemas"]["ChannelKind"][];
            /** @description The events that notify the recipients. */
            events: components["schemas"]["NotificationEvent"][];
            /**
             * @description Only alerts that have reached this escalation step; null: all. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            min_escalation_level?: number | null;
            /**
             * @description Only alerts of this severity or a higher one; null: of any. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            min_severity?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            recipients: components["schemas"]["NotificationRecipientInput"][];
            /**
             * @description Only events of these sites of the tenant; null: of all sites.
             * @default null
             */
            site_ids?: components["schemas"]["Id"][] | null;
            /** @default active */
            status?: components["schemas"]["NotificationRuleStatus"];
            /**
             * @description Only alerts of these types; null: of all. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            types?: string[] | null;
        };
        /** @description One page, newest first. */
        NotificationRulePage: {
            data: components["schemas"]["NotificationRule"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Whom a rule would reach, by the same decisions as when a message is sent. */
        NotificationRulePreview: {
            /** @description The time that the answer is about. */
            at: components["schemas"]["Timestamp"];
            /** @description The schedules in which nobody is on call now. */
            gaps: components["schemas"]["Id"][];
            /** @description Whether the schedules have more people. */
            has_more: boolean;
            /** @description At most 100. Those whom the rule notifies now come first. */
            people: components["schemas"]["NotificationRulePreviewPerson"][];
            /** @description The number of sites that the rule is about; of all sites, at most 500 are counted. */
            site_count: number;
            /** @description What makes the rule silent, fully or in part. */
            warnings: components["schemas"]["Warning"][];
        };
        NotificationRulePreviewInput: {
            /** @description Each recipient is notified by all of their verified channels of these kinds. */
            channels: components["schemas"]["ChannelKind"][];
            /** @description The events that notify the recipients. `alert.raised` by default. */
            events?: components["schemas"]["NotificationEvent"][];
            /**
             * @description Only alerts that have reached this escalation step; null: all. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            min_escalation_level?: number | null;
            /**
             * @description Only alerts of this severity or a higher one; null: of any. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            min_severity?: string | null;
            /** @description Ignored. */
            name?: string;
            recipients: components["schemas"]["NotificationRecipientInput"][];
            /**
             * @description Only events of these sites of the tenant; null: of all sites.
             * @default null
             */
            site_ids?: components["schemas"]["Id"][] | null;
            /**
             * @description Ignored: the answer is about the rule while it is active.
             * @default active
             */
            status?: components["schemas"]["NotificationRuleStatus"];
            /**
             * @description Only alerts of these types; null: of all. A rule with this filter is about alerts only: events of devices and tests do not match it.
             * @default null
             */
            types?: string[] | null;
        };
        NotificationRulePreviewPerson: {
            /** @description Each kind of channel of the rule. `reason` is null if a message would be sent by it, and otherwise the reason that a notification would have. */
            channels: {
                kind: components["schemas"]["ChannelKind"];
                reason: string | null;
            }[];
            /** @description Null for a deleted user. */
            name: string | null;
            /** @description Whether the rule is about the person now: it names them, or they are on call. The others have a turn at another time. */
            now: boolean;
            /**
             * Format: uuid
             * @description The schedule of the person; null if the rule names the person.
             */
            schedule_id: string | null;
            /** @description The number of sites of the rule that the person may not see, and is not notified of. */
            sites_missed: number;
            user_id: components["schemas"]["Id"];
        };
        /** @enum {string} */
        NotificationRuleStatus: "active" | "disabled";
        /** @enum {string} */
        NotificationStatus: "queued" | "sent" | "delivered" | "failed" | "suppressed";
        /** @enum {string} */
        NotifiedEvent: "alert.raised" | "alert.severity_raised" | "alert.escalated" | "alert.acknowledged" | "alert.resolved" | "alert.reopened" | "device.offline" | "device.online" | "test.started" | "test.ending" | "test.ended" | "alert.reactivated" | "alert.reminded";
        /** @description Who is on call at an instant. */
        OnCall: {
            at: components["schemas"]["Timestamp"];
            /** @description Whether nobody who can act is on call. */
            gap: boolean;
            /** @description The person on call; empty in a gap. */
            on_call: {
                name: string;
                /**
                 * Format: date-time
                 * @description When the shift ends; null if that is more than 100 days later.
                 */
                until: string | null;
                user_id: components["schemas"]["Id"];
            }[];
            /** @description The person who has the shift but cannot act. */
            unavailable: {
                /** @description The name of the user; null for a deleted user. */
                name: string | null;
                status: components["schemas"]["OnCallStatus"];
                /**
                 * Format: date-time
                 * @description When the shift ends; null if that is more than 100 days later.
                 */
                until: string | null;
                user_id: components["schemas"]["Id"];
            }[];
        };
        /**
         * @description The status of the user. Only an active user can act, so the time of others is a gap.
         * @enum {string}
         */
        OnCallStatus: "active" | "inactive" | "blocked" | "deleted";
        OpenApiDocument: {
            [key: string]: unknown;
        };
        /** @description An opening or closing of a site, or of an area of it. */
        Opening: {
            action: components["schemas"]["OpeningAction"];
            actor: components["schemas"]["Actor"];
            /** @description When it happened. */
            at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            device_id: string | null;
            device_name: string | null;
            id: components["schemas"]["Id"];
            /** @description The area, as its panel names it; null: the whole site, or all areas of the device. */
            partition: string | null;
            /** @description When Guard learned of it. */
            received_at: components["schemas"]["Timestamp"];
            site_id: components["schemas"]["Id"];
            state: components["schemas"]["OpeningState"];
            tenant_id: components["schemas"]["Id"];
            /** @description The name of the user, if the `users` of the panel have it. */
            user_name: string | null;
            /** @description The number of the user at the panel. */
            user_number: string | null;
        };
        /** @enum {string} */
        OpeningAction: "opened" | "closed";
        /** @description One page, newest first. */
        OpeningPage: {
            data: components["schemas"]["Opening"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description `partial`: closed with people inside, so that only a part is guarded.
         * @enum {string}
         */
        OpeningState: "open" | "closed" | "partial";
        /** @description The number of alerts that were raised in an hour. */
        OverviewHour: {
            critical: number;
            high: number;
            info: number;
            low: number;
            medium: number;
            /** @description When the hour began. */
            since: components["schemas"]["Timestamp"];
        };
        OverviewOnCall: {
            /** @description Whether nobody who can act is on call. */
            gap: boolean;
            name: string;
            /** @description The person on call; empty in a gap. */
            on_call: {
                name: string;
                /**
                 * Format: date-time
                 * @description When the shift ends; null if that is more than 7 days later.
                 */
                until: string | null;
                user_id: components["schemas"]["Id"];
            }[];
            schedule_id: components["schemas"]["Id"];
        };
        OverviewTest: {
            ends_at: components["schemas"]["Timestamp"];
            site_id: components["schemas"]["Id"];
            site_name: string | null;
            test_id: components["schemas"]["Id"];
        };
        OwnChanges: {
            /**
             * Format: password
             * @description Your current password. Required to change your own `password`.
             */
            current_password?: string;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** Format: password */
            password?: string;
        };
        /** @description Absolute URLs that keep filters and limit. */
        PageLinks: {
            /** @description Always null: the list has no numbered pages. */
            first: string | null;
            /** @description Always null. */
            last: string | null;
            /** @description The URL of the next page; null on the last. */
            next: string | null;
            /** @description The URL of the previous page; null on the first. */
            prev: string | null;
        };
        PageMeta: {
            /** @description The `cursor` of the next page; null on the last. */
            next_cursor: string | null;
            /** @description The URL of the list, without its query. */
            path: string;
            /** @description The number of items of a full page. */
            per_page: number;
            /** @description The `cursor` of the previous page; null on the first. */
            prev_cursor: string | null;
        };
        /** @description An alarm panel that reports by SIA DC-09: the settings of a device with an account. */
        Panel: {
            account: string;
            allowed_addresses: string[];
            created_at: components["schemas"]["Timestamp"];
            device_id: components["schemas"]["Id"];
            /** @enum {string} */
            encryption: "none" | "aes";
            has_key: boolean;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            last_frame_at: string | null;
            /** @description The last opening or closing that the panel reported. */
            last_opening: {
                at: components["schemas"]["Timestamp"];
                /** @description Closed in part: people are inside. Always true where it is present. */
                partial?: boolean;
                partition: string | null;
                /** @enum {string} */
                state: "open" | "closed";
                user_name: string | null;
                user_number: string | null;
            } | null;
            /** @description The last opening or closing of each area that reported one. `partition` is null for none. */
            last_openings: {
                at: components["schemas"]["Timestamp"];
                /** @description Closed in part: people are inside. Always true where it is present. */
                partial?: boolean;
                partition: string | null;
                /** @enum {string} */
                state: "open" | "closed";
                user_name: string | null;
                user_number: string | null;
            }[];
            line_prefix: string | null;
            /** @default other */
            maker: components["schemas"]["PanelMaker"];
            paths: components["schemas"]["PanelPath"][];
            /** @description Where the panel connects. Null: this Guard knows of no receiver of panels. */
            receiver: {
                /** @description The receiver, and its backup if there is one. */
                hosts: string[];
                /** @description For TCP and UDP. */
                port: number;
            } | null;
            /**
             * @description `unwatched`: the device has no `heartbeat_seconds`, so its silence raises nothing.
             * @enum {string}
             */
            state: "never_heard" | "unwatched" | "online" | "offline";
            tenant_id: components["schemas"]["Id"];
            /** @enum {string} */
            time_check: "strict" | "lenient";
            trusts_udp: boolean;
            updated_at: components["schemas"]["Timestamp"];
            users: components["schemas"]["PanelUser"][];
            zones: components["schemas"]["PanelZone"][];
        };
        /** @description A frame of a panel. Supervision frames without a signal are not listed. */
        PanelFrame: {
            /** @description The network address of the sender. */
            address: string;
            alert_ids: components["schemas"]["Id"][];
            /** @enum {string} */
            answer: "ack" | "nak" | "duh" | "none";
            at: components["schemas"]["Timestamp"];
            device_id: components["schemas"]["Id"];
            id: components["schemas"]["Id"];
            /** @description Why it was refused, or what was wrong with it. */
            reason: string | null;
            /** @description What it did: `raised`, `occurred_again`, `restored`, `resolved`, `cancelled`, `recorded`, `repeated` or `refused`. */
            result: string;
            sequence: string | null;
            signals: components["schemas"]["PanelSignal"][];
            tenant_id: components["schemas"]["Id"];
            /** @description The frame, decrypted if that was possible. Bytes that are no text are shown as `\xNN`. */
            text: string;
            /** @enum {string} */
            transport: "tcp" | "udp";
        };
        /** @description One page, newest first. */
        PanelFramePage: {
            data: components["schemas"]["PanelFrame"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        PanelInput: {
            /** @description Without it the panel keeps its account, or Guard chooses a free one of six digits. */
            account?: string;
            /** @description The addresses from which the panel may send. Required without a key, because DC-09 in clear text proves nothing about its sender. With a key, none means any. Empty by default. */
            allowed_addresses?: string[];
            /**
             * @description `aes`: the panel encrypts with its key. A frame in clear text is then refused.
             * @default none
             * @enum {string}
             */
            encryption?: "none" | "aes";
            /** @description The key of the panel, 32, 48 or 64 hexadecimal digits. It is never shown. Without it the panel keeps its key. */
            key?: string;
            /**
             * @description The account prefix (`L`) that the panel sends, in hexadecimal; null for any. It may distinguish panels with the same account.
             * @default null
             */
            line_prefix?: string | null;
            /** @description Without it the panel keeps its maker, which is `other` at first. */
            maker?: components["schemas"]["PanelMaker"];
            /**
             * @description `strict`: Guard takes frames with a time from 40 seconds behind to 20 seconds ahead. Others that raise are taken with a warning. `lenient`: it takes the events of others, too, if encrypted within a week; an encrypted one is then no sign of life. By default strict with encryption, lenient without.
             * @enum {string}
             */
            time_check?: "strict" | "lenient";
            /**
             * @description Whether a frame in clear text over UDP counts as a sign of life, restore, opening and closing. Anybody can forge its address.
             * @default false
             */
            trusts_udp?: boolean;
            /** @description Empty by default. */
            users?: components["schemas"]["PanelUser"][];
            /** @description Empty by default. */
            zones?: components["schemas"]["PanelZone"][];
        };
        /**
         * @description The maker of the panel. Some codes of Contact ID mean something else in its panels than in the standard.
         * @enum {string}
         */
        PanelMaker: "ajax" | "jfl" | "paradox" | "other";
        /** @description A way on which the panel was heard. */
        PanelPath: {
            last_seen_at: components["schemas"]["Timestamp"];
            /** @description The account prefix of its frames. */
            line: string;
            /** @enum {string} */
            transport: "tcp" | "udp";
        };
        /** @description A signal of a frame, and what it means. */
        PanelSignal: {
            code: string;
            /** @description alarm, trouble, restore, open, close, test, bypass or other. */
            kind: string;
            partition: string | null;
            severity: string | null;
            /** @description What the code means. */
            text: string;
            type: string | null;
            user: string | null;
            zone: string | null;
        };
        /** @description Who has a user number of the panel. */
        PanelUser: {
            /** @description At most 60 characters without the blanks around them, and no control characters. */
            name: string;
            /** @description The number that the panel sends. */
            number: number;
        };
        /** @description What a zone number of the panel is at the site. */
        PanelZone: {
            /** @description A device of the site, such as a detector. */
            device_id?: components["schemas"]["Id"];
            /** @description At most 60 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description The number that the panel sends. */
            number: number;
            /** @description The partition of the zone; without it, the zone is the same in every partition. */
            partition?: number;
            /** @description A zone of the site. */
            zone_id?: components["schemas"]["Id"];
        };
        ParkInput: {
            /** @description Why it can wait. The queue and the history show it. At most 200 characters without the blanks around them, and no control characters. */
            reason: string;
            /** @description The severity that you saw. If the severity of an active alert has risen above it, the action is refused with `severity_raised`. */
            severity?: components["schemas"]["AlertSeverity"];
            /**
             * Format: date-time
             * @description When the alert comes back by itself: in the future, and at most 24 hours ahead; at most 60 minutes for a critical alert.
             */
            until: string;
        };
        PasswordReset: {
            /** Format: password */
            password: string;
            /** @description From the link. It is a secret. */
            token: string;
        };
        PendingSecondFactor: {
            /** @description The content of the QR code. */
            otpauth_url: string;
            /** @description In base 32, for apps without a camera. */
            secret: string;
        };
        /** @description A user, how the user signs in, and how Guard reaches the user. */
        PersonAccess: {
            /** @description Whether the person has a connection open for live changes, such as a console. */
            at_desk: boolean;
            /** @description How Guard reaches the person, at most 10, oldest first. Addresses are not shown. */
            channels: {
                kind: components["schemas"]["ChannelKind"];
                verified: boolean;
            }[];
            created_at: components["schemas"]["Timestamp"];
            email: string;
            id: components["schemas"]["Id"];
            invitation: components["schemas"]["InvitationState"];
            /**
             * Format: date-time
             * @description Until when an open invitation is valid.
             */
            invitation_expires_at: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            last_login_at: string | null;
            name: string;
            password_login_enabled: boolean;
            /**
             * Format: date-time
             * @description When the password stops counting, or stopped, if it was given a time.
             */
            password_login_ends_at: string | null;
            role: components["schemas"]["Role"];
            role_managed_by_sso: boolean;
            /** @description Whether signing in with the password takes a code. */
            second_factor: boolean;
            /** @description The number of assigned sites. Null for roles that see the whole tenant. */
            site_count: number | null;
            sso_login_enabled: boolean;
            status: components["schemas"]["UserStatus"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One page, newest first. */
        PersonAccessPage: {
            data: components["schemas"]["PersonAccess"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description A picture of an alert, without position, device and other metadata. */
        Picture: {
            added_by: components["schemas"]["Actor"];
            alert_id: components["schemas"]["Id"];
            bytes: number;
            caption: string | null;
            content_type: components["schemas"]["PictureType"];
            /** @description When it arrived. */
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: date-time
             * @description When it is deleted; null while it is held, or for as long as the alert exists.
             */
            expires_at: string | null;
            /** @description As it is shown, in pixels. */
            height: number;
            id: components["schemas"]["Id"];
            /** @description The name of the file, if its sender gave one. */
            name: string | null;
            source: components["schemas"]["PictureSource"];
            /**
             * Format: date-time
             * @description When it was taken, according to its sender.
             */
            taken_at: string | null;
            tenant_id: components["schemas"]["Id"];
            /**
             * Format: uri
             * @description Where the picture can be read until `url_expires_at`. It is a secret.
             */
            url: string;
            url_expires_at: components["schemas"]["Timestamp"];
            /** @description As it is shown, in pixels. */
            width: number;
        };
        PictureAnnouncement: {
            upload: components["schemas"]["PictureUpload"];
        };
        PictureInput: {
            /** @description The size of the file. The upload must have exactly this many bytes. */
            bytes: number;
            caption?: string;
            content_type: components["schemas"]["PictureType"];
            /**
             * Format: date-time
             * @description When it happened, from 30 days ago to 5 minutes ahead; by default now.
             */
            taken_at?: string;
        };
        /**
         * @description How it came: by an upload, with a message of another system, or by mail.
         * @enum {string}
         */
        PictureSource: "upload" | "inbound" | "mail";
        /** @enum {string} */
        PictureType: "image/jpeg" | "image/png" | "image/webp";
        /** @description How to upload the file of a picture. */
        PictureUpload: {
            expires_at: components["schemas"]["Timestamp"];
            /** @description The headers of that request, besides `Content-Length`. */
            headers: {
                [key: string]: string;
            };
            /**
             * @description The method of the request that uploads the file.
             * @constant
             */
            method: "PUT";
            /**
             * Format: uri
             * @description Where to send the file, once. It is a secret.
             */
            url: string;
        };
        PreferenceChanges: {
            /** @description The language of messages to you: `en`, `pt`, `es` or `de`. Null if you have chosen none: then they are in English. */
            language: string | null;
        };
        Preferences: {
            /** @description The language of messages to you: `en`, `pt`, `es` or `de`. Null if you have chosen none: then they are in English. */
            language: string | null;
            tenant_reminders: components["schemas"]["Reminders"];
            /** @description The time zone in which your tenant counts its days. Null: UTC. */
            tenant_time_zone: string | null;
        };
        PushChannelInput: {
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "push";
            subscription: components["schemas"]["PushSubscription"];
        };
        PushSubscription: {
            /** @description An https URL of the push service of the browser. */
            endpoint: string;
            /** @description Accepted because browsers send it, and ignored: the push service rejects an ended subscription. */
            expirationTime?: number | null;
            keys: {
                auth: string;
                p256dh: string;
            };
        };
        Recovery: {
            /** @description Whether others have failed since: repeat the request. */
            has_more: boolean;
            /** @description The number of deliveries that are sent again. */
            queued: number;
        };
        RecoveryCodes: {
            /** @description Each replaces one code of the app. They are shown only once. */
            recovery_codes: string[];
        };
        RecoveryInput: {
            /**
             * Format: date-time
             * @description Within the last 7 days.
             */
            since: string;
        };
        RefreshedToken: {
            /** @description An access token, for `Authorization: Bearer <token>`. */
            token: string;
        };
        /** @description For each severity, the minutes after which an acknowledged alert is active again if nobody works on it. A severity without minutes: never. */
        Reminders: {
            critical?: number;
            high?: number;
            info?: number;
            low?: number;
            medium?: number;
        };
        /** @description For each severity, the minutes after which an acknowledged alert is active again if nobody works on it. A severity without minutes: never. */
        RemindersInput: {
            critical?: number;
            high?: number;
            info?: number;
            low?: number;
            medium?: number;
        };
        ReopenInput: {
            /** @description Stored in the history. At most 2000 characters without the blanks around them, and no control characters. */
            note: string;
        };
        Report: {
            events: components["schemas"]["ReportEvent"][];
        };
        /** @enum {string} */
        ReportAction: "raise" | "resolve" | "heartbeat" | "open" | "close" | "test";
        /** @description An alert that an event raised, repeated or resolved. A device-bound key gets only id and status of an alert that belongs to another device, or to another site than the current site of the device. */
        ReportedAlert: {
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            acknowledged_at?: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            acknowledged_by?: string | null;
            /** @description The name of the actor that acknowledged it, at that time. */
            acknowledged_by_name?: string | null;
            /** @description That somebody at the site cancelled the alarm at its panel, and who; missing if nobody did, or after a later alarm. A person still resolves the alert. */
            cancelled?: {
                at: components["schemas"]["Timestamp"];
                user_name: string | null;
                user_number: string | null;
            };
            created_at?: components["schemas"]["Timestamp"];
            /** @description While this alert is open, further reports of its site with this key are its occurrences. If a device-bound API key raised it, only reports of that device. */
            dedup_key?: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            device_id?: string | null;
            /** @description The name of the device when it was raised, at that time. */
            device_name?: string | null;
            /** @description Set if it is a drill: nothing has happened, and nobody is sent anywhere. Missing in every other alert. Always true where it is present. */
            drill?: boolean;
            /** @description The number of its escalation steps so far. */
            escalation_level?: number;
            id: components["schemas"]["Id"];
            /** @description The time of the last occurrence. */
            last_occurred_at?: components["schemas"]["Timestamp"];
            message?: string;
            /** @description Further data of its reporter. Only in single alerts, not in lists. */
            metadata?: {
                [key: string]: string;
            };
            /** @description When it happened, according to its reporter. */
            occurred_at?: components["schemas"]["Timestamp"];
            /** @description The number of its reports. Exact for a single alert; lists may lag by 90 seconds. */
            occurrences?: number;
            /** @description That the acknowledged alert waits outside the queue, until when, why, and who parked it. `since` is the time at which it was parked, or taken over while parked. Missing if it is not parked; it is in the queue again from `until` on. */
            parked?: {
                by: {
                    id: components["schemas"]["Id"];
                    name: string | null;
                };
                reason: string;
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            };
            /** @description How many pictures it got, without those that were left out; missing without any. Some may have expired since. */
            picture_count?: number;
            raised_by?: components["schemas"]["Actor"];
            /** @description What its reporter sent as `occurred_at`, if that was no usable time. Only in single alerts, not in lists. */
            reported_at?: string;
            /** @description The type of its most severe report, if that is another: of a `runaway` alert, the type of the reports that it counts. */
            reported_type?: string;
            /** @description What it turned out to be: `real`, `false_alarm`, `test`, `duplicate`, `other`. */
            resolution?: string | null;
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            resolved_at?: string | null;
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            resolved_by?: string | null;
            /** @description The name of the actor that resolved it, at that time. */
            resolved_by_name?: string | null;
            /** @description When its device reported that the cause is over; missing while the cause may last. A person still resolves the alert. */
            restored_at?: components["schemas"]["Timestamp"];
            severity?: components["schemas"]["AlertSeverity"];
            site_id?: components["schemas"]["Id"];
            /** @description The name of the site when it was raised, at that time. */
            site_name?: string | null;
            status: components["schemas"]["AlertStatus"];
            tenant_id?: components["schemas"]["Id"];
            /** @description The test during which it was recorded; missing in alerts that were not on test. */
            test_id?: components["schemas"]["Id"];
            /** @description What happened: an open set of values. Known are `panic`, `device-offline`, `intrusion`, `fire`, `tamper`, `low-battery`, `runaway`, `opening-out-of-hours`. */
            type?: string;
            updated_at?: components["schemas"]["Timestamp"];
            /** @description Grows with every change of the alert. */
            version?: number;
            /** @description What Guard repaired in the report. Only in the answer to the report. */
            warnings?: components["schemas"]["Warning"][];
            /**
             * Format: uuid
             * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
             */
            zone_id?: string | null;
            /** @description The name of the zone when it was raised, at that time. */
            zone_name?: string | null;
        };
        ReportEvent: {
            action: components["schemas"]["ReportAction"];
            /** @description While an alert of the site with this key is open, further reports are its occurrences. A device-bound API key has dedup keys of its own. */
            dedup_key?: string;
            /**
             * Format: uuid
             * @description The device that reports. The event counts as its heartbeat.
             */
            device_id?: string | null;
            /** @description A repetition within 24 hours does nothing and gets the result of the first event. */
            id?: string;
            /** @description For `raise`, required: the message of the alert. For `resolve`: a note. At most 1000 characters without the blanks around them, and no control characters. */
            message?: string;
            /** @description Up to 20 named texts, 2048 bytes as JSON. */
            metadata?: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When it happened, from 30 days ago to 5 minutes ahead; by default now.
             */
            occurred_at?: string;
            /** @description For `close`: whether people stay inside, so that only a part is guarded. */
            partial?: boolean;
            /** @description For `open` and `close`: the area, as its panel names it. By default the whole site. */
            partition?: string | null;
            /** @description For `raise`: pictures that will be uploaded. The result has an upload for each, in this order. */
            pictures?: components["schemas"]["AnnouncedPicture"][];
            severity?: components["schemas"]["AlertSeverity"];
            /** @description The site of the event. Not needed with a bound key or with a device. */
            site_id?: components["schemas"]["Id"];
            /** @description Required for `raise`. */
            type?: string;
            /** @description For `open` and `close`: the number of the user. */
            user_number?: string | null;
            /**
             * Format: uuid
             * @description For `raise`: a zone of the site.
             */
            zone_id?: string | null;
        };
        /** @description The result of one event. */
        ReportResult: {
            /** @description The current alert. */
            alert?: components["schemas"]["ReportedAlert"];
            error?: components["schemas"]["ResultError"];
            /** @description The event was reported before and had no effect now. */
            replayed?: boolean;
            /** @description The status that a request for this event alone would have. */
            status: number;
            /** @description How to upload the `pictures` of the event, in their order. */
            uploads?: components["schemas"]["PictureUpload"][];
            /** @description What Guard repaired in the event, or what makes it useless if it is refused. */
            warnings?: components["schemas"]["Warning"][];
        };
        ReportResults: {
            /** @description One result for each event, in the order of the events. */
            results: components["schemas"]["ReportResult"][];
        };
        /** @description The requests a minute that the tenant may make to each endpoint now. */
        RequestLimits: {
            /** @description Each other endpoint of alerts. */
            alert: number;
            /** @description Refresh and logout. */
            auth: number;
            /** @description Each other endpoint. */
            other: number;
            /** @description Each list of alerts, and their summary. */
            polled: number;
            /** @description Reports. */
            report: number;
            /** @description Each endpoint that screens call when they open. */
            start: number;
        };
        /** @enum {string} */
        Resolution: "real" | "false_alarm" | "test" | "duplicate" | "other";
        ResolveAlertsInput: {
            /** @description The ids of the alerts, without duplicates. */
            alert_ids: components["schemas"]["Id"][];
            /** @description Stored in the history if the action changes the alert. At most 2000 characters without the blanks around them, and no control characters. */
            note?: string;
            /** @description Resolves although required steps of the action plan have no outcome. Takes a note. Always true where it is present. */
            override_plan?: boolean;
            /** @description What the alert turned out to be. */
            resolution?: components["schemas"]["Resolution"];
            /** @description The severities that you saw, by the ids of the alerts; other names are ignored. If the severity of an active alert has risen above it, the action is refused with `severity_raised`. */
            severities?: {
                [key: string]: components["schemas"]["AlertSeverity"];
            };
        };
        ResolveInput: {
            /** @description Stored in the history if the action changes the alert. At most 2000 characters without the blanks around them, and no control characters. */
            note?: string;
            /** @description Resolves although required steps of the action plan have no outcome. Takes a note. Always true where it is present. */
            override_plan?: boolean;
            /** @description What the alert turned out to be. */
            resolution?: components["schemas"]["Resolution"];
            /** @description The severity that you saw. If the severity of an active alert has risen above it, the action is refused with `severity_raised`. */
            severity?: components["schemas"]["AlertSeverity"];
        };
        /** @description Who would be notified of an alert, by the same decisions as when a message is sent. */
        ResponsePreview: {
            /** @description When the alert would be raised. */
            at: components["schemas"]["Timestamp"];
            /** @description Whether the rules name more than 100 people. The others are not shown. */
            has_more: boolean;
            /** @description From raising to the last step of the escalation. */
            steps: components["schemas"]["ResponsePreviewStep"][];
            /**
             * Format: uuid
             * @description The test that covers alerts of this type at the whole site then, of which nobody is notified; null if there is none.
             */
            test_id: string | null;
        };
        ResponsePreviewInput: {
            /**
             * Format: date-time
             * @description When the alert would be raised, at most 100 days from now. By default now; an earlier time counts as now.
             */
            at?: string;
            /** @description An escalation that is used instead of that of the site and the tenant. */
            escalation?: components["schemas"]["EscalationInput"];
            rule?: components["schemas"]["NotificationRuleDraft"];
            schedule?: components["schemas"]["ScheduleDraft"];
            severity: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            /** @description The type of the alert. */
            type: string;
        };
        ResponsePreviewPerson: {
            /** @description Each kind of channel that the rules name. `reason` is null if a message would be sent by it, and otherwise the reason that a notification would have; with `storm`, the message waits up to a minute for a summary. */
            channels: {
                kind: components["schemas"]["ChannelKind"];
                reason: string | null;
            }[];
            /** @description Null for a deleted user. */
            name: string | null;
            /**
             * Format: uuid
             * @description The schedule in which the person is on call then; null if a rule names the person.
             */
            schedule_id: string | null;
            user_id: components["schemas"]["Id"];
        };
        ResponsePreviewStep: {
            after_minutes: number;
            /** @description When it happens, unless somebody has acknowledged the alert. A step may be a minute late. */
            at: components["schemas"]["Timestamp"];
            event: components["schemas"]["NotificationEvent"];
            /** @description The schedules of these rules without anybody on call. */
            gaps: components["schemas"]["Id"][];
            /** @description 0 when the alert is raised, then the step of its escalation. */
            level: number;
            people: components["schemas"]["ResponsePreviewPerson"][];
            /** @description The rules that the event matches. */
            rules: {
                /**
                 * Format: uuid
                 * @description Null for a draft without an id.
                 */
                id: string | null;
                name: string;
            }[];
        };
        ResponseSummary: {
            /** @description The alerts that were raised, without those that are counted apart. */
            alerts: number;
            /** @description Counted apart: alerts that resolved before a person responded. */
            machine_resolved: number;
            /** @description Counted apart: alerts on test. */
            on_test: number;
            /** @description Those to which nobody has responded: they missed the 90 seconds, too. */
            unanswered: number;
            /** @description Those to which a person responded within 90 seconds. */
            within_90_seconds: number;
        };
        ResponseTimeGroup: {
            /** @description Those to which a person has responded. */
            acknowledged: number;
            /** @description The alerts that were raised, without those that are counted apart. */
            alerts: number;
            /** @description Those that escalated. */
            escalated: number;
            /** @description Those that were resolved as `false_alarm`. */
            false_alarms: number;
            /** @description The id of the site, device or person, the type, severity or day. Null: all alerts, those without a device, those to which nobody has responded, or the least frequent types of very many. */
            key: string | null;
            /** @description Up to 5 alerts with the longest response times. */
            longest: components["schemas"]["Id"][];
            /** @description Counted apart: alerts that a machine resolved before a person responded. */
            machine_resolved: number;
            /** @description The name of the site, device or person, if it is known. */
            name: string | null;
            /** @description Counted apart: alerts that were resolved as `test`. */
            on_test: number;
            /** @description The response time that 50 % of the acknowledged alerts did not exceed, within 5 %; null without any. */
            p50_seconds: number | null;
            /** @description The response time that 90 % of the acknowledged alerts did not exceed, within 5 %; null without any. */
            p90_seconds: number | null;
            /** @description The response time that 99 % of the acknowledged alerts did not exceed, within 5 %; null without any. */
            p99_seconds: number | null;
            /** @description Those that are resolved. */
            resolved: number;
            /** @description Those to which nobody has responded: each missed every limit. */
            unanswered: number;
            /** @description Those to which a person responded within this number of seconds, exactly. */
            within: {
                30: number;
                60: number;
                90: number;
                180: number;
            };
        };
        /** @description How soon people responded to alerts: from raising an alert to its first acknowledgement, resolve or reopening by a person. An alert belongs to the day on which it was raised. Right within 3 minutes. */
        ResponseTimes: {
            /** @enum {string} */
            group_by: "none" | "site" | "device" | "type" | "severity" | "day" | "user";
            /** @description Days in their order, devices by their number of false alarms and then of alerts, other groups by their number of alerts. Groups without alerts are missing, except with `none`. */
            groups: components["schemas"]["ResponseTimeGroup"][];
            /**
             * Format: date
             * @description The first day.
             */
            since: string;
            /** @description The name of the tenant, for the head of a printed report. */
            tenant_name: string | null;
            /** @description The time zone of the days. */
            time_zone: string;
            /**
             * Format: date
             * @description The day after the last one.
             */
            until: string;
        };
        /** @description The error of one part of a request. */
        ResultError: {
            /** @description An error code. */
            code: string;
            /** @description For status 422: the messages by field. */
            errors?: {
                [key: string]: string[];
            };
            message: string;
        };
        /**
         * @description The role of the user, which decides the scope and the permissions.
         * @enum {string}
         */
        Role: "platform_admin" | "tenant_master" | "tenant_admin" | "operator" | "viewer";
        /** @description People who take turns. */
        Rotation: {
            /** @description The unit of `length`. */
            every: components["schemas"]["RotationUnit"];
            /** @description When the time on call begins on each of the days; null: at midnight. */
            from: string | null;
            /** @description When a turn ends and the next begins, on the clocks of the time zone. A time that does not exist on a day is the next that does; one that exists twice is the first. */
            handoff_time: string;
            /** @description The days or weeks of one turn. Only days on duty count: two days from Friday on are Friday and Monday where `weekdays` has no weekend. */
            length: number;
            /** @description The first turn begins on this day at the handoff time; before it, the rotation has nobody on call. A change of this day begins with the first person again; other changes keep the present turn. */
            starts_on: string;
            /** @description When the time on call ends: on the next day unless it is later than `from`; null: at the midnight that ends the day. */
            to: string | null;
            /** @description The people who take turns, in this order. A person may have several turns. */
            user_ids: components["schemas"]["Id"][];
            /** @description Restricts the rotation to these days, from `from` to `to`; null: every day. */
            weekdays: components["schemas"]["Weekday"][] | null;
        };
        RotationInput: {
            /** @description The unit of `length`. */
            every: components["schemas"]["RotationUnit"];
            /**
             * @description When the time on call begins on each of the days; null: at midnight.
             * @default null
             */
            from?: string | null;
            /** @description When a turn ends and the next begins, on the clocks of the time zone. A time that does not exist on a day is the next that does; one that exists twice is the first. */
            handoff_time: string;
            /** @description The days or weeks of one turn. Only days on duty count: two days from Friday on are Friday and Monday where `weekdays` has no weekend. */
            length: number;
            /**
             * Format: date
             * @description The first turn begins on this day at the handoff time; before it, the rotation has nobody on call. A change of this day begins with the first person again; other changes keep the present turn.
             */
            starts_on: string;
            /**
             * @description When the time on call ends: on the next day unless it is later than `from`; null: at the midnight that ends the day.
             * @default null
             */
            to?: string | null;
            /** @description The people who take turns, in this order. A person may have several turns. */
            user_ids: components["schemas"]["Id"][];
            /**
             * @description Restricts the rotation to these days, from `from` to `to`; null: every day.
             * @default null
             */
            weekdays?: components["schemas"]["Weekday"][] | null;
        };
        /** @enum {string} */
        RotationUnit: "day" | "week";
        /** @description Who is on call when. */
        Schedule: {
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            name: string;
            rotations: components["schemas"]["Rotation"][];
            tenant_id: components["schemas"]["Id"];
            time_zone: string;
            updated_at: components["schemas"]["Timestamp"];
        };
        ScheduleChanges: {
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description Where rotations overlap, the person of the later one in the list is on call. */
            rotations?: components["schemas"]["RotationInput"][];
            /** @description UTC, or an IANA time zone name with area and location. Both names of a renamed zone are accepted, abbreviations are not. */
            time_zone?: string;
        };
        /** @description A schedule as a form shows it before it is saved. */
        ScheduleDraft: {
            /** @description The stored schedule that it changes, or any new id by which `rule` names it. */
            id: components["schemas"]["Id"];
            /** @description Ignored. At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description Where rotations overlap, the person of the later one in the list is on call. */
            rotations: components["schemas"]["RotationInput"][];
            /** @description UTC, or an IANA time zone name with area and location. Both names of a renamed zone are accepted, abbreviations are not. */
            time_zone: string;
        };
        ScheduleInput: {
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /** @description Where rotations overlap, the person of the later one in the list is on call. */
            rotations: components["schemas"]["RotationInput"][];
            /** @description UTC, or an IANA time zone name with area and location. Both names of a renamed zone are accepted, abbreviations are not. */
            time_zone: string;
        };
        /** @description A person on call instead of the rotations. A newer override covers an older one. */
        ScheduleOverride: {
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            /** @description The name of the user; null for a deleted user. */
            name: string | null;
            schedule_id: components["schemas"]["Id"];
            since: components["schemas"]["Timestamp"];
            until: components["schemas"]["Timestamp"];
            user_id: components["schemas"]["Id"];
        };
        ScheduleOverrideInput: {
            /**
             * Format: date-time
             * @description ISO 8601 with seconds and a UTC offset, in the years 0001 to 9998. Stored in UTC.
             */
            since: string;
            /**
             * Format: date-time
             * @description Later than `since`, and in the future.
             */
            until: string;
            /** @description A user of the tenant. */
            user_id: components["schemas"]["Id"];
        };
        ScheduleOverrideList: {
            data: components["schemas"]["ScheduleOverride"][];
        };
        /** @description One page, newest first. */
        SchedulePage: {
            data: components["schemas"]["Schedule"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description Who would be on call in the next four weeks. */
        SchedulePreview: {
            /** @description When somebody else would be on call than by the stored schedule, in order. */
            changes: {
                /** @description Null: nobody. */
                from: {
                    /** @description The name of the user; null for a deleted user. */
                    name: string | null;
                    status: components["schemas"]["OnCallStatus"];
                    user_id: components["schemas"]["Id"];
                } | null;
                since: components["schemas"]["Timestamp"];
                /** @description Null: nobody. */
                to: {
                    /** @description The name of the user; null for a deleted user. */
                    name: string | null;
                    status: components["schemas"]["OnCallStatus"];
                    user_id: components["schemas"]["Id"];
                } | null;
                until: components["schemas"]["Timestamp"];
            }[];
            /** @description When nobody who can act is on call. Contains the shifts of users who are not active. */
            gaps: {
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            }[];
            /** @description In order and without overlap. The first and the last are cut to the range. */
            shifts: components["schemas"]["Shift"][];
            since: components["schemas"]["Timestamp"];
            time_zone: string;
            until: components["schemas"]["Timestamp"];
        };
        SecondFactor: {
            enabled: boolean;
            /**
             * Format: date-time
             * @description From when you cannot sign in with your password any more.
             */
            password_login_ends_at: string | null;
            recovery_codes_left: number;
            /**
             * Format: date-time
             * @description From when your tenant requires one of those who sign in with a password.
             */
            required_from: string | null;
        };
        SecondFactorConfirmation: {
            /** @description A code of the authenticator app, or an unused recovery code. */
            otp: string;
        };
        SecondFactorInput: {
            /** Format: password */
            current_password: string;
        };
        SecondFactorRemoval: {
            /** Format: password */
            current_password: string;
            /** @description A code of the authenticator app, or an unused recovery code. */
            otp: string;
        };
        Security: {
            /**
             * @description Whether people may stay signed in to the console on their devices after they close it, until the session ends. Off: who does is asked to sign in when they open it again.
             * @enum {string}
             */
            keep_signed_in: "allowed" | "off";
            /**
             * @description Whether those who sign in with a password need a second factor.
             * @enum {string}
             */
            second_factor: "optional" | "required";
            /**
             * Format: date-time
             * @description When the requirement begins or began, if it was given a time.
             */
            second_factor_required_from: string | null;
        };
        SecurityInput: {
            /**
             * @description As in the answer. Missing: as before.
             * @enum {string}
             */
            keep_signed_in?: "allowed" | "off";
            /**
             * @description Whether those who sign in with a password need a second factor.
             * @enum {string}
             */
            second_factor: "optional" | "required";
            /**
             * Format: date-time
             * @description When the requirement begins. From then on, those without a second factor set it up when they sign in. Earlier sessions go on for a day. Null: at once, for all sessions.
             */
            second_factor_required_from?: string | null;
        };
        Session: {
            /** @description Whether it has a connection open for live changes. */
            connected: boolean;
            created_at: components["schemas"]["Timestamp"];
            /** @description Whether it is the session of this request. */
            current: boolean;
            expires_at: components["schemas"]["Timestamp"];
            /**
             * Format: int64
             * @description The number of the token, before its `|`.
             */
            id: number;
            /** @description The address from which the session began or was renewed. Null if it was not recorded. */
            ip_address: string | null;
            /** @description Whether the device may keep it over closed tabs: its user asked for that, and their tenant allows it. The console signs out otherwise. */
            kept: boolean;
            /** @description What the program said of itself then: at most 200 printable characters. */
            user_agent: string | null;
        };
        /** @description One page, newest first. */
        SessionPage: {
            data: components["schemas"]["Session"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        Shift: {
            /** @description The name of the user; null for a deleted user. */
            name: string | null;
            /**
             * Format: uuid
             * @description The override that made the shift; null for a shift of the rotations.
             */
            override_id: string | null;
            since: components["schemas"]["Timestamp"];
            status: components["schemas"]["OnCallStatus"];
            until: components["schemas"]["Timestamp"];
            user_id: components["schemas"]["Id"];
        };
        /** @description Who is on call when, by the schedule as it is now: also for the past. */
        Shifts: {
            /** @description When nobody who can act is on call. Contains the shifts of users who are not active. */
            gaps: {
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            }[];
            /** @description In order and without overlap. The first and the last are cut to the range. */
            shifts: components["schemas"]["Shift"][];
            since: components["schemas"]["Timestamp"];
            time_zone: string;
            until: components["schemas"]["Timestamp"];
        };
        SignedIn: {
            /** @description An access token, for `Authorization: Bearer <token>`. */
            token: string;
            user: components["schemas"]["User"];
        };
        SignedInBySso: {
            /** @description An access token, for `Authorization: Bearer <token>`. */
            token: string;
            user: components["schemas"]["User"];
        };
        SignInTest: {
            authorization_url: string;
            expires_at: components["schemas"]["Timestamp"];
            test_id: string;
        };
        /** @description Guarded premises. */
        Site: {
            address: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When alerts of the site escalate, instead of the tenant's escalation. `{}` means never; null uses the tenant's. */
            escalation: {
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                critical?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                high?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                info?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                low?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                medium?: number[];
            } | null;
            id: components["schemas"]["Id"];
            instructions: string | null;
            name: string;
            /** @description Whether it is open. Only in the answer for one site. */
            openings?: components["schemas"]["SiteOpenings"];
            tenant_id: components["schemas"]["Id"];
            timezone: string;
            updated_at: components["schemas"]["Timestamp"];
        };
        SiteChanges: {
            /** @description At most 255 characters without the blanks around them, and no control characters. */
            address?: string | null;
            /** @description When alerts of the site escalate, instead of the tenant's escalation. `{}` means never; null uses the tenant's. Tenant masters and platform admins set it. */
            escalation?: {
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                critical?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                high?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                info?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                low?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                medium?: number[];
            } | null;
            /** @description What a person does when an alert is raised there. Line breaks are kept. At most 4000 characters without the blanks around them, and no control characters. */
            instructions?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description UTC, or an IANA time zone name with area and location. Both names of a renamed zone are accepted, abbreviations are not. */
            timezone?: string;
        };
        /** @description The last check-in at a site, and when the next one is due. */
        SiteCheckIns: {
            /** @description What the active supervisions of check-ins of the site expect, the earliest first. */
            expected: {
                /**
                 * Format: date-time
                 * @description When the next check-in is late, grace included; null if none is expected for a month.
                 */
                due_at: string | null;
                every_minutes: number | null;
                name: string;
                supervision_id: components["schemas"]["Id"];
            }[];
            /** @description The last check-in; null before the first. */
            last: {
                at: components["schemas"]["Timestamp"];
                by: components["schemas"]["Actor"];
                site_id: components["schemas"]["Id"];
            } | null;
            site_name: string;
        };
        SiteInput: {
            /**
             * @description At most 255 characters without the blanks around them, and no control characters.
             * @default null
             */
            address?: string | null;
            /** @description When alerts of the site escalate, instead of the tenant's escalation. `{}` means never; null uses the tenant's. Tenant masters and platform admins set it. `null` by default. */
            escalation?: {
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                critical?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                high?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                info?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                low?: number[];
                /** @description Minutes without acknowledgement: up to 3 steps, each later than the step before. */
                medium?: number[];
            } | null;
            /**
             * @description What a person does when an alert is raised there. Line breaks are kept. At most 4000 characters without the blanks around them, and no control characters.
             * @default null
             */
            instructions?: string | null;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description UTC, or an IANA time zone name with area and location. Both names of a renamed zone are accepted, abbreviations are not.
             * @default UTC
             */
            timezone?: string;
        };
        SiteInTrouble: {
            /** @description The number of its acknowledged alerts. */
            acknowledged: number;
            /** @description The highest severity of its acknowledged alerts; null if there are none. */
            acknowledged_severity: string | null;
            /** @description The number of its active alerts. */
            active: number;
            /** @description Null if the site was deleted. */
            name: string | null;
            /** @description The number of its devices that have never sent a heartbeat. */
            never_heard_devices: number;
            opening: components["schemas"]["SiteOpeningState"];
            /** @description The highest severity of the alerts in this state: `info`, `low`, `medium`, `high`, `critical`. Null in the other states. */
            severity: string | null;
            /** @description The number of its silent devices. */
            silent_devices: number;
            /**
             * Format: date-time
             * @description Since when it is in this state, with this severity.
             */
            since: string | null;
            site_id: components["schemas"]["Id"];
            state: components["schemas"]["SiteState"];
            /**
             * Format: date-time
             * @description When the last of its running tests ends; null if it is not on test.
             */
            test_ends_at: string | null;
        };
        /** @description Whether a site is open. */
        SiteOpenings: {
            /** @description Who opened or closed last; null if nothing was reported. */
            by: {
                actor: components["schemas"]["Actor"];
                /**
                 * Format: uuid
                 * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
                 */
                device_id: string | null;
                device_name: string | null;
                /** @description The name of the user, if the `users` of the panel have it. */
                user_name: string | null;
                /** @description The number of the user at the panel. */
                user_number: string | null;
            } | null;
            /** @description The areas, where there are several. */
            partitions: {
                /** @description Who opened or closed last; null if nothing was reported. */
                by: {
                    actor: components["schemas"]["Actor"];
                    /**
                     * Format: uuid
                     * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
                     */
                    device_id: string | null;
                    device_name: string | null;
                    /** @description The name of the user, if the `users` of the panel have it. */
                    user_name: string | null;
                    /** @description The number of the user at the panel. */
                    user_number: string | null;
                } | null;
                /**
                 * Format: uuid
                 * @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation.
                 */
                device_id: string | null;
                /** @description The area, as its panel names it; null: the whole site, or all areas of the device. */
                partition: string | null;
                /**
                 * Format: date-time
                 * @description Since when; null if unknown.
                 */
                since: string | null;
                state: components["schemas"]["SiteOpeningState"];
            }[];
            /**
             * Format: date-time
             * @description Since when; null if unknown.
             */
            since: string | null;
            state: components["schemas"]["SiteOpeningState"];
        };
        /**
         * @description `partial`: only some areas are closed, or people are inside. `unknown`: nothing was ever reported.
         * @enum {string}
         */
        SiteOpeningState: "open" | "closed" | "partial" | "unknown";
        /** @description One page, newest first. */
        SitePage: {
            data: components["schemas"]["Site"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The state of the sites of a tenant: what needs attention, and who is there. */
        SitesOverview: {
            alerts: {
                /** @description The number of acknowledged alerts. */
                acknowledged: number;
                /** @description The number of alerts that nobody has acknowledged. */
                active: number;
                /** @description The number of critical alerts that nobody has acknowledged. */
                active_critical: number;
                /** @description Whether there are more than 1000 open alerts. Then critical and high ones are counted first, and the newest of the others, up to 1000. */
                capped: boolean;
                /** @description The oldest active alert. */
                longest_waiting: {
                    alert_id: components["schemas"]["Id"];
                    created_at: components["schemas"]["Timestamp"];
                    severity: components["schemas"]["AlertSeverity"];
                    site_id: components["schemas"]["Id"];
                    site_name: string | null;
                } | null;
            };
            at: components["schemas"]["Timestamp"];
            /** @description The people of the tenant who have a live connection now, at most 100. Null for API keys, and for callers who may not read schedules. */
            at_the_desk: {
                name: string;
                user_id: components["schemas"]["Id"];
            }[] | null;
            devices: {
                /** @description Whether there are more than 1000 of both. Then the newest devices are counted. */
                capped: boolean;
                /** @description The number of watched devices that have never sent a heartbeat. */
                never_heard: number;
                /** @description The number of watched devices that have fallen silent. */
                silent: number;
            };
            /** @description The last 24 hours, the current one included, in order. Without alerts on test. Null if there are too many to be read. */
            hours: components["schemas"]["OverviewHour"][] | null;
            /** @description The same hours a week before. Without alerts on test. Null if there are too many to be read. */
            hours_a_week_before: components["schemas"]["OverviewHour"][] | null;
            /** @description How many schedules an active notification rule names. With 0, nothing is uncovered, because no rule needs anybody on call. Null for API keys, and for callers who may not read schedules. */
            needed_schedules: number | null;
            /** @description Who is on call now in each schedule. Null for API keys, and for callers who may not read schedules. */
            on_call: components["schemas"]["OverviewOnCall"][] | null;
            /** @description How soon people responded to alerts, today and on the last 30 days, today included, by days of the time zone of the tenant. Null for callers who may not read statistics, or if there are too many alerts to be read. */
            response: {
                last_30_days: components["schemas"]["ResponseSummary"];
                time_zone: string;
                today: components["schemas"]["ResponseSummary"];
            } | null;
            sites: {
                /** @description Whether there are more than 1000 sites, alerts or devices of those that are counted, so that the numbers of sites are not exact. */
                capped: boolean;
                /** @description The number of sites in no state of trouble. */
                fine: number;
                /** @description The sites in trouble, the worst first: by state, severity and time. */
                in_trouble: components["schemas"]["SiteInTrouble"][];
                /** @description How many further sites are in trouble. */
                more_in_trouble: number;
                /** @description The number of sites within the scope. */
                total: number;
            };
            /** @description The running tests, at most 100. */
            tests: components["schemas"]["OverviewTest"][];
            /** @description Times of the next 7 days in which nobody is on call in a schedule although an active notification rule names it, and no other recipient of that rule can act. In order, at most 100. Null for API keys, and for callers who may not read schedules. */
            uncovered: components["schemas"]["UncoveredTime"][] | null;
        };
        /**
         * @description The worst of: an active alert, an acknowledged alert, a silent device, a test, a device that has never sent a heartbeat.
         * @enum {string}
         */
        SiteState: "active" | "acknowledged" | "silent" | "on_test" | "never_heard";
        /** @description A time in which alerts of a site are recorded as tests. */
        SiteTest: {
            /** @description When it began. */
            created_at: components["schemas"]["Timestamp"];
            /** @description Only these devices are on test; null: all, and alerts without a device. With `zone_id` at least one of them is in the zone. */
            device_ids: components["schemas"]["Id"][] | null;
            /** @description The devices that are on test now, at most 100; null for a whole site. A report is judged when it is raised: a device that moves into the zone is on test from then on, and one that leaves it rings. Only in the answers for one test. */
            devices?: {
                id: components["schemas"]["Id"];
                name: string;
            }[] | null;
            /**
             * Format: date-time
             * @description When it ended; null until Guard has recorded its end, up to a minute after `ends_at`.
             */
            ended_at: string | null;
            /** @description From this time on nothing is on test. */
            ends_at: components["schemas"]["Timestamp"];
            /** @description Which of `panic` and `fire` keep ringing, because `types` does not name them. In answers of `/tests`, not in events. */
            excluded_types?: string[];
            id: components["schemas"]["Id"];
            reason: string;
            site_id: components["schemas"]["Id"];
            started_by: components["schemas"]["Actor"];
            tenant_id: components["schemas"]["Id"];
            /** @description Only alerts of these types are on test; null: of all types but `panic` and `fire`. Operators may not name those two. */
            types: string[] | null;
            updated_at: components["schemas"]["Timestamp"];
            /** @description Grows with every change of the test. */
            version: number;
            /**
             * Format: uuid
             * @description Only this zone is on test; null: the whole site.
             */
            zone_id: string | null;
        };
        SiteTestChanges: {
            /**
             * Format: date-time
             * @description When it ends by itself: in the future, and at most 24 hours after it began.
             */
            ends_at: string;
        };
        SiteTestInput: {
            /**
             * @description Only these devices are on test; null: all, and alerts without a device. With `zone_id` at least one of them is in the zone.
             * @default null
             */
            device_ids?: components["schemas"]["Id"][] | null;
            /**
             * Format: date-time
             * @description When it ends by itself: in the future, and at most 24 hours after it began.
             */
            ends_at: string;
            /** @description At most 200 characters without the blanks around them, and no control characters. */
            reason: string;
            /**
             * @description Only alerts of these types are on test; null: of all types but `panic` and `fire`. Operators may not name those two.
             * @default null
             */
            types?: string[] | null;
            /**
             * Format: uuid
             * @description Only this zone is on test; null: the whole site.
             * @default null
             */
            zone_id?: string | null;
        };
        SiteTestList: {
            data: components["schemas"]["SiteTest"][];
        };
        /** @description One page, newest first. */
        SiteTestPage: {
            data: components["schemas"]["SiteTest"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        SmsChannelInput: {
            /** @description A phone number, stored in the format E.164. */
            address: string;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            kind: "sms";
        };
        SsoCode: {
            /** @description The code of the redirect. It is valid once, for 60 seconds. */
            code: string;
            /** @description The text of which you sent the SHA-256 as `code_challenge`. */
            code_verifier: string;
        };
        SsoStart: {
            /** @description The SHA-256 of your `code_verifier` in base64url (RFC 7636, S256). */
            code_challenge: string;
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email: string;
            /** @description Where the browser returns to with `code` or `error`: `{base_url}/console`, or a URI of `ssoRedirectUris`. */
            redirect_uri: string;
        };
        SsoStarted: {
            authorization_url: string;
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @enum {string} */
        StepOutcome: "done" | "failed" | "no_answer" | "skipped";
        StepOutcomeInput: {
            /** @description Stored with the outcome, and in the history. At most 2000 characters without the blanks around them, and no control characters. */
            note?: string;
            outcome: components["schemas"]["StepOutcome"];
        };
        /** @description What is expected at a site, so that Guard raises an alert when it does not happen. */
        Supervision: {
            /**
             * Format: uuid
             * @description A calendar whose dates are excepted, too.
             */
            calendar_id: string | null;
            created_at: components["schemas"]["Timestamp"];
            /**
             * Format: uuid
             * @description The device or panel that is to send tests. Required for `test`, and only for it.
             */
            device_id: string | null;
            /** @description The interval of `test` (from 5 minutes) and `check_in` (from 1); null for the other kinds. */
            every_minutes: number | null;
            /** @description The dates on which no window begins, such as holidays. */
            except: string[];
            /** @description The extension that has not ended; null without one. */
            extension: {
                at: components["schemas"]["Timestamp"];
                by: {
                    id: components["schemas"]["Id"];
                    name: string;
                };
                note: string;
                until: components["schemas"]["Timestamp"];
            } | null;
            /** @description How many minutes later than expected is not late yet. */
            grace_minutes: number;
            id: components["schemas"]["Id"];
            kind: components["schemas"]["SupervisionKind"];
            name: string;
            /** @description The area, as its panel names it; null: the whole site. Only for openings and closings. */
            partition: string | null;
            severity: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            status: components["schemas"]["SupervisionStatus"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description What makes it silent now, fully or in part. Only in the answers for one object. */
            warnings?: components["schemas"]["Warning"][];
            /** @description When the site is to be open, or guarded by people. `test` has none. */
            windows: components["schemas"]["SupervisionWindow"][];
        };
        SupervisionChanges: {
            /**
             * Format: uuid
             * @description A calendar whose dates are excepted, too.
             */
            calendar_id?: string | null;
            /**
             * Format: uuid
             * @description The device or panel that is to send tests. Required for `test`, and only for it.
             */
            device_id?: string | null;
            /** @description The interval of `test` (from 5 minutes) and `check_in` (from 1); null for the other kinds. */
            every_minutes?: number | null;
            /** @description The dates on which no window begins, such as holidays. */
            except?: string[];
            /** @description How many minutes later than expected is not late yet. */
            grace_minutes?: number;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** @description The area, as its panel names it; null: the whole site. Only for openings and closings. At most 16 characters without the blanks around them, and no control characters. */
            partition?: string | null;
            severity?: components["schemas"]["AlertSeverity"];
            status?: components["schemas"]["SupervisionStatus"];
            /** @description When the site is to be open, or guarded by people. `test` has none. */
            windows?: components["schemas"]["SupervisionWindowInput"][];
        };
        SupervisionExtensionInput: {
            /** @description Who asked for it, and why. At most 500 characters without the blanks around them, and no control characters. */
            note: string;
            /**
             * Format: date-time
             * @description The new deadline: in the future, at most 12 hours ahead. No grace is added.
             */
            until: string;
        };
        SupervisionInput: {
            /**
             * Format: uuid
             * @description A calendar whose dates are excepted, too.
             * @default null
             */
            calendar_id?: string | null;
            /**
             * Format: uuid
             * @description The device or panel that is to send tests. Required for `test`, and only for it.
             * @default null
             */
            device_id?: string | null;
            /**
             * @description The interval of `test` (from 5 minutes) and `check_in` (from 1); null for the other kinds.
             * @default null
             */
            every_minutes?: number | null;
            /** @description The dates on which no window begins, such as holidays. Empty by default. */
            except?: string[];
            /**
             * @description How many minutes later than expected is not late yet.
             * @default 0
             */
            grace_minutes?: number;
            kind: components["schemas"]["SupervisionKind"];
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * @description The area, as its panel names it; null: the whole site. Only for openings and closings. At most 16 characters without the blanks around them, and no control characters.
             * @default null
             */
            partition?: string | null;
            /** @description The severity of the alert; by default `high` for late closings and openings out of hours, `critical` for missed check-ins, else `medium`. */
            severity?: components["schemas"]["AlertSeverity"];
            site_id: components["schemas"]["Id"];
            /** @default active */
            status?: components["schemas"]["SupervisionStatus"];
            /** @description When the site is to be open, or guarded by people. `test` has none. Empty by default. */
            windows?: components["schemas"]["SupervisionWindowInput"][];
        };
        /**
         * @description `closing`: not closed at the end of a window. `opening`: not opened at its start. `out_of_hours`: opened outside every window. `test`: no test signal of a device. `check_in`: nobody checked in.
         * @enum {string}
         */
        SupervisionKind: "closing" | "opening" | "out_of_hours" | "test" | "check_in";
        /**
         * @description `unknown`: nothing was reported before it.
         * @enum {string}
         */
        SupervisionOutcome: "held" | "missed" | "unknown";
        /** @description One page, newest first. */
        SupervisionPage: {
            data: components["schemas"]["Supervision"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The next windows of a supervision, and what would have happened last week. */
        SupervisionPreview: {
            /**
             * Format: date-time
             * @description For `test` and `check_in`: when the last test or check-in was.
             */
            last_report_at: string | null;
            /** @description What would have happened in the windows of the last week, by the openings and closings. */
            last_week: {
                /**
                 * Format: date-time
                 * @description When it is judged, with the grace. Null for kinds that are judged at other times.
                 */
                deadline: string | null;
                outcome: components["schemas"]["SupervisionOutcome"];
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            }[];
            /**
             * Format: date-time
             * @description When it is judged next if nothing is reported until then; null for `out_of_hours`, and if nothing is due within a month.
             */
            next_due_at: string | null;
            /** @description For `out_of_hours`: the openings of the last week that it would have raised. */
            out_of_hours: {
                at: components["schemas"]["Timestamp"];
                partition: string | null;
            }[];
            warnings: components["schemas"]["Warning"][];
            /** @description The next 7 windows; those that touch are one. Empty for a kind without windows. */
            windows: {
                /**
                 * Format: date-time
                 * @description When it is judged, with the grace. Null for kinds that are judged at other times.
                 */
                deadline: string | null;
                since: components["schemas"]["Timestamp"];
                until: components["schemas"]["Timestamp"];
            }[];
        };
        /** @enum {string} */
        SupervisionStatus: "active" | "paused";
        /** @description A time on some weekdays, on the clocks of the site's time zone. */
        SupervisionWindow: {
            from: string;
            /** @description On the next day unless it is later than `from`. */
            to: string;
            weekdays: components["schemas"]["Weekday"][];
        };
        SupervisionWindowInput: {
            from: string;
            /** @description On the next day unless it is later than `from`. */
            to: string;
            weekdays: components["schemas"]["Weekday"][];
        };
        TakeOverInput: {
            /** @description The severity that you saw. If that of the alert has risen above it, the request is refused with `severity_raised`. */
            severity?: components["schemas"]["AlertSeverity"];
        };
        /** @description A customer. No other tenant sees its data. */
        Tenant: {
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            name: string;
            reminders: components["schemas"]["Reminders"];
            /** @description The requests a minute that the tenant may make to each endpoint, if a platform admin has set a limit. The service may admit fewer. Null: the usual limit, which grows with the number of its people and keys. */
            requests_per_minute: number | null;
            status: components["schemas"]["TenantStatus"];
            /** @description The time zone in which the tenant counts its days. Null: UTC. */
            time_zone: string | null;
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Only platform admins change more than the time zone and the reminders. */
        TenantChanges: {
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            reminders?: components["schemas"]["RemindersInput"];
            /** @description The requests a minute that the tenant may make to each endpoint, if a platform admin has set a limit. The service may admit fewer. Null: the usual limit, which grows with the number of its people and keys. */
            requests_per_minute?: number | null;
            status?: components["schemas"]["TenantStatus"];
            /** @description The time zone in which the tenant counts its days: UTC, or an IANA time zone name with area and location. Null: UTC. */
            time_zone?: string | null;
        };
        TenantInput: {
            master?: components["schemas"]["MasterInput"];
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /** @description `{"critical":30}` by default. */
            reminders?: components["schemas"]["RemindersInput"];
            /**
             * @description The requests a minute that the tenant may make to each endpoint, if a platform admin has set a limit. The service may admit fewer. Null: the usual limit, which grows with the number of its people and keys.
             * @default null
             */
            requests_per_minute?: number | null;
            /** @default active */
            status?: components["schemas"]["TenantStatus"];
            /**
             * @description The time zone in which the tenant counts its days: UTC, or an IANA time zone name with area and location. Null: UTC.
             * @default null
             */
            time_zone?: string | null;
        };
        /** @description One page, newest first. */
        TenantPage: {
            data: components["schemas"]["Tenant"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        TenantStatus: "active" | "inactive";
        /**
         * Format: date-time
         * @description ISO 8601 with a UTC offset.
         */
        Timestamp: string;
        /** @description A time in which an active notification rule reaches nobody. */
        UncoveredTime: {
            name: string;
            schedule_id: components["schemas"]["Id"];
            since: components["schemas"]["Timestamp"];
            until: components["schemas"]["Timestamp"];
        };
        /** @description A frame that no panel of this installation could have sent. It gets no answer. */
        UnknownFrame: {
            /** @description Null if the frame names none. */
            account: string | null;
            /** @description The network address of the sender. */
            address: string;
            at: components["schemas"]["Timestamp"];
            line: string | null;
            reason: string;
            /** @description The frame, decrypted if that was possible. Bytes that are no text are shown as `\xNN`. */
            text: string;
            /** @enum {string} */
            transport: "tcp" | "udp";
        };
        UnknownFrameList: {
            /** @description The addresses and ranges whose frames these are; null for all, which platform admins see. */
            addresses: string[] | null;
            /** @description The address from which this request came. */
            caller_address: string;
            data: components["schemas"]["UnknownFrame"][];
        };
        User: {
            created_at: components["schemas"]["Timestamp"];
            email: string;
            id: components["schemas"]["Id"];
            /**
             * Format: date-time
             * @description ISO 8601 with a UTC offset.
             */
            last_login_at: string | null;
            name: string;
            password_login_enabled: boolean;
            role: components["schemas"]["Role"];
            role_managed_by_sso: boolean;
            sso_login_enabled: boolean;
            status: components["schemas"]["UserStatus"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        UserChanges: {
            /**
             * Format: password
             * @description Your current password. Required to change your own `password`.
             */
            current_password?: string;
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email?: string;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
            /** Format: password */
            password?: string;
            password_login_enabled?: boolean;
            /**
             * Format: date-time
             * @description When the password stops counting, such as for a required single sign-on. Until then it counts; from then on a sign-in with it is refused, and open sessions last. Null: never.
             */
            password_login_ends_at?: string | null;
            role?: components["schemas"]["Role"];
            role_managed_by_sso?: boolean;
            sso_login_enabled?: boolean;
            status?: components["schemas"]["UserStatus"];
        };
        UserChannels: {
            /** @description The kinds with a verified channel. */
            kinds: components["schemas"]["ChannelKind"][];
        };
        UserInput: {
            /** @description Compared and stored in lower case. A domain in other letters than ASCII is taken in its form of IDNA. */
            email: string;
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
            /**
             * Format: password
             * @description Without it, and unless `password_login_enabled` is false, the user is invited by mail. Required where Guard sends no mail.
             */
            password?: string;
            /** @default true */
            password_login_enabled?: boolean;
            role: components["schemas"]["Role"];
            /** @default false */
            role_managed_by_sso?: boolean;
            /** @default false */
            sso_login_enabled?: boolean;
            /** @default active */
            status?: components["schemas"]["UserStatus"];
        };
        /** @description One page, newest first. */
        UserPage: {
            data: components["schemas"]["User"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /**
         * @description Only active users can sign in.
         * @enum {string}
         */
        UserStatus: "active" | "inactive" | "blocked";
        Warning: {
            /** @description An open set of values. */
            code: string;
            field: string;
            message: string;
        };
        /** @description A URL that receives events. */
        Webhook: {
            created_at: components["schemas"]["Timestamp"];
            description: string | null;
            /** @description Why Guard disabled the webhook: `gone` (the receiver answered 410) or `failing` (5 days without a success); null if Guard did not disable it. */
            disabled_reason: string | null;
            events: components["schemas"]["WebhookEvent"][];
            /**
             * Format: date-time
             * @description The time since which no attempt has succeeded; null if the last attempt succeeded.
             */
            failing_since: string | null;
            id: components["schemas"]["Id"];
            site_ids: components["schemas"]["Id"][] | null;
            status: components["schemas"]["WebhookStatus"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
            url: string;
            /** @description What makes it silent now, fully or in part. Only in the answers for one object. */
            warnings?: components["schemas"]["Warning"][];
        };
        WebhookChanges: {
            /** @description At most 500 characters without the blanks around them, and no control characters. */
            description?: string | null;
            /** @description The events that the webhook receives. */
            events?: components["schemas"]["WebhookEvent"][];
            /** @description Receives only events of these sites of the tenant; null: of all sites. */
            site_ids?: components["schemas"]["Id"][] | null;
            /** @description `active` also enables a webhook that Guard disabled. */
            status?: components["schemas"]["WebhookStatus"];
            /** @description Where Guard sends events: an https URL of a public host. Guard stores and shows its normalized form: `HTTPS:\\Höoks.example` becomes `https://xn--hoks-5qa.example/`. The URL is not treated as a secret. */
            url?: string;
        };
        /**
         * @description - `alert.raised`: An alert was raised.
         *     - `alert.severity_raised`: The severity of an open alert rose.
         *     - `alert.reactivated`: A later alarm made an acknowledged alert active again.
         *     - `alert.reminded`: An acknowledged alert without any work on it is active again.
         *     - `alert.restored`: The cause of an open alert is over.
         *     - `alert.cancelled`: An alarm was cancelled at its panel.
         *     - `alert.acknowledged`: An alert was acknowledged.
         *     - `alert.taken_over`: A person took over an alert that another one had acknowledged.
         *     - `alert.parked`: An acknowledged alert was parked until a time.
         *     - `alert.unparked`: A parked alert is in the queue again.
         *     - `alert.noted`: A note was added to an alert.
         *     - `alert.escalated`: An alert reached its next escalation step.
         *     - `alert.resolved`: An alert was resolved.
         *     - `alert.reopened`: A resolved alert was reopened.
         *     - `alert.pictured`: A picture was added to an alert.
         *     - `device.online`: A device came online.
         *     - `device.offline`: A device missed its heartbeat.
         *     - `test.started`: A site was put on test.
         *     - `test.ending`: A test ends in 10 minutes.
         *     - `test.ended`: A test ended.
         *     - `site.opened`: A site or an area of it was opened.
         *     - `site.closed`: A site or an area of it was closed.
         * @enum {string}
         */
        WebhookEvent: "alert.raised" | "alert.severity_raised" | "alert.reactivated" | "alert.reminded" | "alert.restored" | "alert.cancelled" | "alert.acknowledged" | "alert.taken_over" | "alert.parked" | "alert.unparked" | "alert.noted" | "alert.escalated" | "alert.resolved" | "alert.reopened" | "alert.pictured" | "device.online" | "device.offline" | "test.started" | "test.ending" | "test.ended" | "site.opened" | "site.closed";
        WebhookInput: {
            /**
             * @description At most 500 characters without the blanks around them, and no control characters.
             * @default null
             */
            description?: string | null;
            /** @description The events that the webhook receives. */
            events: components["schemas"]["WebhookEvent"][];
            /**
             * @description Receives only events of these sites of the tenant; null: of all sites.
             * @default null
             */
            site_ids?: components["schemas"]["Id"][] | null;
            /** @default active */
            status?: components["schemas"]["WebhookStatus"];
            /** @description Where Guard sends events: an https URL of a public host. Guard stores and shows its normalized form: `HTTPS:\\Höoks.example` becomes `https://xn--hoks-5qa.example/`. The URL is not treated as a secret. */
            url: string;
        };
        /** @description One page, newest first. */
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
        /** @enum {string} */
        WebhookStatus: "active" | "disabled";
        /** @enum {string} */
        Weekday: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
        /** @description A part of a site. */
        Zone: {
            created_at: components["schemas"]["Timestamp"];
            id: components["schemas"]["Id"];
            name: string;
            site_id: components["schemas"]["Id"];
            tenant_id: components["schemas"]["Id"];
            updated_at: components["schemas"]["Timestamp"];
        };
        ZoneChanges: {
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name?: string;
        };
        ZoneInput: {
            /** @description At most 120 characters without the blanks around them, and no control characters. */
            name: string;
        };
        /** @description One page, newest first. */
        ZonePage: {
            data: components["schemas"]["Zone"][];
            links: components["schemas"]["PageLinks"];
            meta: components["schemas"]["PageMeta"];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export interface operations {
    listActionPlans: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the action plans in the scope of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlanPage"];
                };
            };
        };
    };
    createActionPlan: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionPlanInput"];
            };
        };
        responses: {
            /** @description The new plan. Alerts that are raised from now on may have it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlan"];
                };
            };
        };
    };
    getActionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                action_plan_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlan"];
                };
            };
        };
    };
    deleteActionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                action_plan_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan is deleted. Alerts that were raised with it keep it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateActionPlan: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                action_plan_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActionPlanChanges"];
            };
        };
        responses: {
            /** @description The changed plan. Alerts keep the version that they were raised with. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActionPlan"];
                };
            };
        };
    };
    listAlerts: {
        parameters: {
            query?: {
                /** @description Only alerts that this user has: acknowledged, and not resolved. `me` is the caller; an API key has none. */
                acknowledged_by?: "me" | components["schemas"]["Id"];
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Only alerts of this device. For a deleted device, a platform admin must add `tenant_id`. */
                device_id?: components["schemas"]["Id"];
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description `true`: only alerts that are parked now. `false`: only the others, which are the queue together with `status=active,acknowledged`. */
                parked?: "true" | "false";
                /** @description Several values are separated by commas. */
                severity?: components["schemas"]["AlertSeverity"][];
                /** @description Only alerts created at this time or later, to the millisecond. */
                since?: string;
                /** @description Several values are separated by commas. */
                status?: components["schemas"]["AlertStatus"][];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                /** @description What happened: an open set of values. Known are `panic`, `device-offline`, `intrusion`, `fire`, `tamper`, `low-battery`, `runaway`, `opening-out-of-hours`. Several values are separated by commas. */
                type?: string[];
                /** @description Only alerts created before this time, to the millisecond. */
                until?: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the alerts within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPage"];
                };
            };
        };
    };
    raiseAlert: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description `1`: what the schema forbids is an error, for those who develop a client. Otherwise Guard repairs it and says so in `warnings`. */
                "Guard-Strict"?: string;
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AlertInput"];
            };
        };
        responses: {
            /** @description The open alert with this dedup key, with one more occurrence. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
            /** @description The new alert. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    getAlert: {
        parameters: {
            query?: {
                /** @description Further parts of the response. `history`: its newest 20 entries, newest first. `plan`: its action plan. `contacts`: whom to call about its site, which takes the permission to read contacts. `pictures`: its pictures. Several values are separated by commas. */
                include?: ("history" | "plan" | "contacts" | "pictures")[];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertDetails"];
                };
            };
        };
    };
    acknowledgeAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["AcknowledgeInput"];
            };
        };
        responses: {
            /** @description The alert, which is acknowledged now or was before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    listAlertEvents: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the history of the alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertEventPage"];
                };
            };
        };
    };
    noteAlert: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NoteInput"];
            };
        };
        responses: {
            /** @description The new entry of the history. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertEvent"];
                };
            };
        };
    };
    listNotifications: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the notifications of the alert. Each expires 90 days after its creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationPage"];
                };
            };
        };
    };
    parkAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ParkInput"];
            };
        };
        responses: {
            /** @description The alert, which is parked until that time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    listPictures: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pictures of the alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPictures"];
                };
            };
        };
    };
    addPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PictureInput"];
            };
        };
        responses: {
            /** @description How to upload the file. The picture is listed when the file has arrived and was checked. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PictureAnnouncement"];
                };
            };
        };
    };
    holdPictures: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pictures of the alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPictures"];
                };
            };
        };
    };
    releasePictures: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The pictures are deleted when their time is over. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAlertPlan: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plan as it was when the alert was raised, with the outcomes of its steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPlan"];
                };
            };
        };
    };
    recordStep: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
                /** @description Names the step within its plan. */
                key: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StepOutcomeInput"];
            };
        };
        responses: {
            /** @description The step with its outcome. An earlier outcome stays in the history. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPlanStep"];
                };
            };
        };
    };
    reopenAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReopenInput"];
            };
        };
        responses: {
            /** @description The alert, acknowledged by the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    resolveAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ResolveInput"];
            };
        };
        responses: {
            /** @description The alert, which is resolved now or was before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    takeOverAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["TakeOverInput"];
            };
        };
        responses: {
            /** @description The alert, which the caller has now or had before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    unparkAlert: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                alert_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The alert, which is not parked now or was not before. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    acknowledgeAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AcknowledgeAlertsInput"];
            };
        };
        responses: {
            /** @description The result for each alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertActionResults"];
                };
            };
        };
    };
    resolveAlerts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResolveAlertsInput"];
            };
        };
        responses: {
            /** @description The result for each alert. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertActionResults"];
                };
            };
        };
    };
    summarizeAlerts: {
        parameters: {
            query?: {
                site_id?: components["schemas"]["Id"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of open alerts within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertSummary"];
                };
            };
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /** @description Only this action, such as `user.updated`. */
                action?: string;
                /** @description Only changes by this user or key. */
                actor_id?: components["schemas"]["Id"];
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Only changes of this entity. */
                entity_id?: components["schemas"]["Id"];
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only events at this time or later. */
                since?: string;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                /** @description Only events before this time. */
                until?: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the audit log. With several filters in addition to the times, a page may have fewer events than the limit, or none, before the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventPage"];
                };
            };
        };
    };
    login: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description A new token and its user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedIn"];
                };
            };
        };
    };
    logout: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The presented token is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
        };
    };
    getCurrentUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user of the presented token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    updateCurrentUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnChanges"];
            };
        };
        responses: {
            /** @description The changed user. A new password ends all other sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    listChannels: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your channels, and which kinds are off. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelList"];
                };
            };
        };
    };
    createChannel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelInput"];
            };
        };
        responses: {
            /** @description The channel of a browser that was known. It has the keys of the new subscription. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
            /** @description The channel. Guard has sent a code to an e-mail address or phone number. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
        };
    };
    deleteChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                channel_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The channel is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    testChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                channel_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether the provider took the message. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChannelTest"];
                };
            };
        };
    };
    verifyChannel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                channel_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCode"];
            };
        };
        responses: {
            /** @description The verified channel. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Channel"];
                };
            };
        };
    };
    getPreferences: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The preferences of the signed-in user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Preferences"];
                };
            };
        };
    };
    updatePreferences: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PreferenceChanges"];
            };
        };
        responses: {
            /** @description The changed preferences. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChosenPreferences"];
                };
            };
        };
    };
    getTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether you have one, the unused recovery codes, and dates that concern your sign-in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecondFactor"];
                };
            };
        };
    };
    beginTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorInput"];
            };
        };
        responses: {
            /** @description A new secret. It has no effect until its first code is confirmed, within an hour. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PendingSecondFactor"];
                };
            };
        };
    };
    confirmTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorConfirmation"];
            };
        };
        responses: {
            /** @description Your recovery codes. Signing in now needs a code. All other sessions have ended. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryCodes"];
                };
            };
        };
    };
    disableTotp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactorRemoval"];
            };
        };
        responses: {
            /** @description It is removed. All other sessions have ended. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LostPassword"];
            };
        };
        responses: {
            /** @description Accepted, whether the address is known or not. A user who may sign in with a password is sent a link, valid for 30 minutes; at most 3 an hour. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    confirmPasswordReset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description The password is set. All sessions of the user and their other links have ended; nobody is signed in. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    refreshToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The new token. The presented token is revoked. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshedToken"];
                };
            };
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of your open sessions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionPage"];
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
            /** @description All other tokens are revoked. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The number of the token, before its `|`. */
                token_id: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The token of the session is revoked, also if it is the presented token. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    startSso: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SsoStart"];
            };
        };
        responses: {
            /** @description Where to send the browser. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SsoStarted"];
                };
            };
        };
    };
    redeemSsoCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SsoCode"];
            };
        };
        responses: {
            /** @description A new token and its user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignedInBySso"];
                };
            };
        };
    };
    listCalendars: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the calendars within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarPage"];
                };
            };
        };
    };
    createCalendar: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarInput"];
            };
        };
        responses: {
            /** @description The new calendar. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                calendar_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    deleteCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                calendar_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                calendar_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarChanges"];
            };
        };
        responses: {
            /** @description The changed calendar. Supervisions that use it follow its dates from now on. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Calendar"];
                };
            };
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                contact_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                contact_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is deleted. Those after it move up. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                contact_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactChanges"];
            };
        };
        responses: {
            /** @description The changed contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    listDevices: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                site_id?: components["schemas"]["Id"];
                status?: components["schemas"]["DeviceStatus"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                type?: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the devices within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                };
            };
        };
    };
    getDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
        };
    };
    deleteDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The device is deleted. Its alerts remain; its offline alert is resolved. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceChanges"];
            };
        };
        responses: {
            /** @description The changed device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
        };
    };
    listPanelFrames: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of frames: what the panel sent, what it meant, and what Guard did and answered. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PanelFramePage"];
                };
            };
        };
    };
    getInboundAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings of the address, without the address itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundAddress"];
                };
            };
        };
    };
    createInboundAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InboundInput"];
            };
        };
        responses: {
            /** @description The address, which is shown only once. A former address still works for 24 hours; revoking ends both. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedInboundAddress"];
                };
            };
        };
    };
    deleteInboundAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Both addresses are unknown from the next request on, and so are their certificates. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateInboundAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["InboundChanges"];
            };
        };
        responses: {
            /** @description The changed settings. The address remains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundAddress"];
                };
            };
        };
    };
    issueCertificate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The certificate with its private key, which is shown only once. The one before it works for 24 hours more; revoking the address ends both. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedCertificate"];
                };
            };
        };
    };
    listInboundMessages: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of messages: what was sent, what it meant and what it did. Those that said nothing new share one entry an hour. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundMessagePage"];
                };
            };
        };
    };
    getMailAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings of the address, without the address itself. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailAddress"];
                };
            };
        };
    };
    createMailAddress: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailAddressInput"];
            };
        };
        responses: {
            /** @description The address, which is shown only once. A former address ends at once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedMailAddress"];
                };
            };
        };
    };
    deleteMailAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The address is unknown from the next mail on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateMailAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["MailAddressChanges"];
            };
        };
        responses: {
            /** @description The changed settings. The address remains. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailAddress"];
                };
            };
        };
    };
    getPanel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The panel, without its key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Panel"];
                };
            };
        };
    };
    setPanel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PanelInput"];
            };
        };
        responses: {
            /** @description The panel. A receiver takes a changed setting within 10 seconds. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Panel"];
                };
            };
        };
    };
    deletePanel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                device_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The account is free. The device and its alerts remain. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    importDevices: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceImport"];
            };
        };
        responses: {
            /** @description The result for each device. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeviceImportResults"];
                };
            };
        };
    };
    getEscalation: {
        parameters: {
            query?: {
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The escalation of the tenant: the steps of each severity that escalates. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Escalation"];
                };
            };
        };
    };
    setEscalation: {
        parameters: {
            query?: {
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EscalationInput"];
            };
        };
        responses: {
            /** @description The new escalation of the tenant. Open alerts keep their steps. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Escalation"];
                };
            };
        };
    };
    getHandover: {
        parameters: {
            query?: {
                /** @description Since when notes are read: at most 7 days ago. By default, of the last 12 hours. */
                since?: string;
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Open, parked, on test, silent, who has what, and notes. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Handover"];
                };
            };
        };
    };
    createHandoverNote: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HandoverNoteInput"];
            };
        };
        responses: {
            /** @description The new note. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HandoverNote"];
                };
            };
        };
    };
    listHolidays: {
        parameters: {
            query?: {
                /** @description The ISO 3166-1 code. Without one, the answer has the countries only. */
                country?: string;
                /** @description A code of `regions`, of the country. */
                region?: string;
                /** @description Without a year, the answer has no days. */
                year?: number;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Countries, regions and days, with their source. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayList"];
                };
            };
        };
    };
    listIdentityProviders: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the identity providers in the scope of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProviderPage"];
                };
            };
        };
    };
    createIdentityProvider: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProviderInput"];
            };
        };
        responses: {
            /** @description The new provider. People sign in with it once one of its domains is verified. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
        };
    };
    getIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                identity_provider_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider, without its client secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
        };
    };
    deleteIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                identity_provider_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider is deleted, and its domains are free for others. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateIdentityProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                identity_provider_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityProviderChanges"];
            };
        };
        responses: {
            /** @description The changed provider. A removed domain is free for others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
        };
    };
    testIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                identity_provider_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Where to sign in. The browser then returns to `{base_url}/console#/sign-in-test?report=…`: base64url of JSON with what Guard would do. Nobody is signed in, and nothing changes. A disabled provider can be tested, too. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInTest"];
                };
            };
        };
    };
    verifyIdentityProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                identity_provider_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The provider. `verified_at` remains null for a domain without the TXT record `_guard.<domain>` with its challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentityProvider"];
                };
            };
        };
    };
    receiveInboundMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message was taken. GET without the parameters of its format, and HEAD, do nothing. Anything that may succeed later is 5xx, never 4xx. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InboundReceipt"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Only the keys of this device. Tenant admins must name one. */
                device_id?: components["schemas"]["Id"];
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the keys within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyPage"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyInput"];
            };
        };
        responses: {
            /** @description The new key with its plain text, which is returned only once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedKey"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                key_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key, without its plain text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                key_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The key is permanently rejected from the next request on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    renameKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                key_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["KeyChanges"];
            };
        };
        responses: {
            /** @description The renamed key. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Key"];
                };
            };
        };
    };
    createLiveTicket: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The ticket. It is valid once, for 30 seconds. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LiveTicket"];
                };
            };
        };
    };
    listNotificationRules: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the rules in the scope of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRulePage"];
                };
            };
        };
    };
    createNotificationRule: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleInput"];
            };
        };
        responses: {
            /** @description The new rule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
        };
    };
    getNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                notification_rule_id: components["schemas"]["Id"];
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
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
        };
    };
    deleteNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                notification_rule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The rule is deleted. Nobody is notified by it any more. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateNotificationRule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                notification_rule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRuleChanges"];
            };
        };
        responses: {
            /** @description The changed rule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRule"];
                };
            };
        };
    };
    previewNotificationRule: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRulePreviewInput"];
            };
        };
        responses: {
            /** @description Whom it reaches, and why not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationRulePreview"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: {
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The state of the sites within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitesOverview"];
                };
            };
        };
    };
    listUnknownFrames: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description At most 200 frames. Platform admins see all of them, others those from the address of this request and from the addresses of their newest panels that were never heard. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnknownFrameList"];
                };
            };
        };
    };
    listPeople: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                role?: components["schemas"]["Role"];
                status?: components["schemas"]["UserStatus"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                /** @description Only this user. */
                user_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the users within the scope, with their second factors, channels and invitations. With filters, a page may have fewer users than the limit before the last one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonAccessPage"];
                };
            };
        };
    };
    createReport: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description `1`: what the schema forbids is an error, for those who develop a client. Otherwise Guard repairs it and says so in `warnings`. */
                "Guard-Strict"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Report"];
            };
        };
        responses: {
            /** @description The result of each event. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportResults"];
                };
            };
        };
    };
    listDrills: {
        parameters: {
            query?: {
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last drills, with their alerts as they are now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Drills"];
                };
            };
        };
    };
    startDrill: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DrillInput"];
            };
        };
        responses: {
            /** @description The alert of the drill. It ends when somebody resolves it, or by itself after 15 minutes. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Alert"];
                };
            };
        };
    };
    previewResponse: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResponsePreviewInput"];
            };
        };
        responses: {
            /** @description At each step of the escalation: who is notified, and why others are not. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponsePreview"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the schedules in the scope of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePage"];
                };
            };
        };
    };
    createSchedule: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleInput"];
            };
        };
        responses: {
            /** @description The new schedule. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The schedule is deleted, with its overrides. No notification rule names it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleChanges"];
            };
        };
        responses: {
            /** @description The changed schedule. Its rotations are replaced as a whole. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Schedule"];
                };
            };
        };
    };
    getOnCall: {
        parameters: {
            query?: {
                /** @description By default now. */
                at?: string;
            };
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The person on call, or a gap. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCall"];
                };
            };
        };
    };
    listOverrides: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overrides that have not ended, and the newest 100 that have. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleOverrideList"];
                };
            };
        };
    };
    createOverride: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleOverrideInput"];
            };
        };
        responses: {
            /** @description The new override. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleOverride"];
                };
            };
        };
    };
    deleteOverride: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                override_id: components["schemas"]["Id"];
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The override is deleted. The rotations have its shifts again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    previewSchedule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleChanges"];
            };
        };
        responses: {
            /** @description Who would be on call in the next four weeks if the schedule was changed now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulePreview"];
                };
            };
        };
    };
    listShifts: {
        parameters: {
            query: {
                since: string;
                /** @description Later than `since`, by 100 days at most. */
                until: string;
            };
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                schedule_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shifts and gaps within the range. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Shifts"];
                };
            };
        };
    };
    getSecurity: {
        parameters: {
            query?: {
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether a second factor is required. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Security"];
                };
            };
        };
    };
    setSecurity: {
        parameters: {
            query?: {
                /** @description The tenant. Required for platform admins; for others it is their own. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecurityInput"];
            };
        };
        responses: {
            /** @description The new setting. Where a second factor is required, sessions of a password without one can only set it up: from the next request, or from the given time. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Security"];
                };
            };
        };
    };
    listSites: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the sites within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SitePage"];
                };
            };
        };
    };
    createSite: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteInput"];
            };
        };
        responses: {
            /** @description The new site. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    getSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site, and whether it is open. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    deleteSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The site is deleted. Its alerts remain. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSite: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteChanges"];
            };
        };
        responses: {
            /** @description The changed site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Site"];
                };
            };
        };
    };
    listSiteAlerts: {
        parameters: {
            query?: {
                /** @description Only alerts that this user has: acknowledged, and not resolved. `me` is the caller; an API key has none. */
                acknowledged_by?: "me" | components["schemas"]["Id"];
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Only alerts of this device. For a deleted device, a platform admin must add `tenant_id`. */
                device_id?: components["schemas"]["Id"];
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description `true`: only alerts that are parked now. `false`: only the others, which are the queue together with `status=active,acknowledged`. */
                parked?: "true" | "false";
                /** @description Several values are separated by commas. */
                severity?: components["schemas"]["AlertSeverity"][];
                /** @description Only alerts created at this time or later, to the millisecond. */
                since?: string;
                /** @description Several values are separated by commas. */
                status?: components["schemas"]["AlertStatus"][];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                /** @description What happened: an open set of values. Known are `panic`, `device-offline`, `intrusion`, `fire`, `tamper`, `low-battery`, `runaway`, `opening-out-of-hours`. Several values are separated by commas. */
                type?: string[];
                /** @description Only alerts created before this time, to the millisecond. */
                until?: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the alerts of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AlertPage"];
                };
            };
        };
    };
    getCheckIns: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The last check-in, and what is expected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteCheckIns"];
                };
            };
        };
    };
    createCheckIn: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The check-in. It counts from the time at which it arrived. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckIn"];
                };
            };
        };
    };
    listSiteContacts: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All contacts of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
        };
    };
    createContact: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactInput"];
            };
        };
        responses: {
            /** @description The new contact. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
        };
    };
    listSiteDevices: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                status?: components["schemas"]["DeviceStatus"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                type?: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the devices of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DevicePage"];
                };
            };
        };
    };
    createDevice: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeviceInput"];
            };
        };
        responses: {
            /** @description The new device. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Device"];
                };
            };
        };
    };
    listOpenings: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the history, in the order in which Guard learned of it. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpeningPage"];
                };
            };
        };
    };
    listSiteTests: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All running tests of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteTestList"];
                };
            };
        };
    };
    startTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteTestInput"];
            };
        };
        responses: {
            /** @description The test, which has begun. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteTest"];
                };
            };
        };
    };
    listSiteZones: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the zones of the site. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ZonePage"];
                };
            };
        };
    };
    createZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                site_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ZoneInput"];
            };
        };
        responses: {
            /** @description The new zone. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Zone"];
                };
            };
        };
    };
    getLateClosings: {
        parameters: {
            query: {
                /** @description The first day. */
                since: string;
                /** @description Only this site, which may be deleted. */
                site_id?: components["schemas"]["Id"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                /** @description The time zone of the months, to the hour: UTC, or an IANA time zone name. */
                time_zone?: string;
                /** @description The day after the last one. */
                until: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The late closings within the scope; as CSV for `Accept: text/csv`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LateClosings"];
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    getResponseTimes: {
        parameters: {
            query: {
                /** @description What divides the alerts into groups. `user` needs a role that manages people; `device` takes at most 10,000 alerts. */
                group_by?: "none" | "site" | "device" | "type" | "severity" | "day" | "user";
                /** @description The first day. */
                since: string;
                /** @description Only alerts of this site, which may be deleted. */
                site_id?: components["schemas"]["Id"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
                /** @description The time zone of the days: UTC, or an IANA time zone name with area and location. */
                time_zone?: string;
                /** @description The day after the last one. */
                until: string;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The response times within the scope; as CSV for `Accept: text/csv`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResponseTimes"];
                    "text/csv; charset=utf-8": string;
                };
            };
        };
    };
    listSupervisions: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                site_id?: components["schemas"]["Id"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the supervisions within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupervisionPage"];
                };
            };
        };
    };
    createSupervision: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description Makes a repetition safe: for 24 hours the same request with the same key creates nothing and gets the answer of the first. Another request with the key is 422. */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupervisionInput"];
            };
        };
        responses: {
            /** @description The new supervision. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supervision"];
                };
            };
        };
    };
    getSupervision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                supervision_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supervision, with warnings. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supervision"];
                };
            };
        };
    };
    deleteSupervision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                supervision_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The supervision is deleted. Its alerts remain. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateSupervision: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                supervision_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupervisionChanges"];
            };
        };
        responses: {
            /** @description The changed supervision. If its times change, its extension ends. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supervision"];
                };
            };
        };
    };
    extendSupervision: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                supervision_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupervisionExtensionInput"];
            };
        };
        responses: {
            /** @description The supervision with its extension. An open alert of it has the note. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Supervision"];
                };
            };
        };
    };
    previewSupervision: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SupervisionInput"];
            };
        };
        responses: {
            /** @description Its next windows, and those of the last week. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SupervisionPreview"];
                };
            };
        };
    };
    listTenants: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of all tenants. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TenantPage"];
                };
            };
        };
    };
    createTenant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantInput"];
            };
        };
        responses: {
            /** @description The new tenant. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tenant"];
                };
            };
        };
    };
    getTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                tenant_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitedTenant"];
                };
            };
        };
    };
    deleteTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                tenant_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tenant is deleted. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTenant: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                tenant_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TenantChanges"];
            };
        };
        responses: {
            /** @description The changed tenant. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitedTenant"];
                };
            };
        };
    };
    listTests: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the tests within the scope. Guard records an end up to a minute after `ends_at`. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteTestPage"];
                };
            };
        };
    };
    getTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                test_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteTest"];
                };
            };
        };
    };
    endTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                test_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test has ended, now or before. Trouble that lasts raises alerts within two minutes. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateTest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                test_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteTestChanges"];
            };
        };
        responses: {
            /** @description The changed test. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SiteTest"];
                };
            };
        };
    };
    listUsers: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                role?: components["schemas"]["Role"];
                status?: components["schemas"]["UserStatus"];
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the users within the scope. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
        };
    };
    createUser: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserInput"];
            };
        };
        responses: {
            /** @description The new user. Without a password, but with password login, the user is sent an invitation. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is deleted and signed out everywhere. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserChanges"];
            };
        };
        responses: {
            /** @description The changed user. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["User"];
                };
            };
        };
    };
    getUserChannels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The kinds, without addresses. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserChannels"];
                };
            };
        };
    };
    inviteUser: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is sent a new link, valid for 72 hours. The one before is no longer valid. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getMailStatus: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Whether mail to the address of the user bounced for good, or led to a complaint. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailStatus"];
                };
            };
        };
    };
    endUserSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user is signed out everywhere, and may sign in again. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getAssignedSites: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The assigned sites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignedSites"];
                };
            };
        };
    };
    assignSites: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AssignedSites"];
            };
        };
        responses: {
            /** @description The assigned sites. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AssignedSites"];
                };
            };
        };
    };
    resetTotp: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                user_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description It is removed, and the user is signed out everywhere. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the webhooks in the scope of the caller. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: {
                /** @description The tenant to create in. Required for platform admins; for others the default is their own tenant. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookInput"];
            };
        };
        responses: {
            /** @description The new webhook with its secret. No other response contains it. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook, without its secret. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook is deleted; nothing more is sent to it. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookChanges"];
            };
        };
        responses: {
            /** @description The changed webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description `meta.next_cursor` or `meta.prev_cursor` of a page of this list with the same filters. */
                cursor?: string;
                /** @description Items per page. A higher limit is reduced to 100. */
                limit?: number;
                /** @description Only items of this tenant. Other tenants than your own find nothing, unless you are a platform admin. */
                tenant_id?: components["schemas"]["Id"];
            };
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of the deliveries of the webhook. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryPage"];
                };
            };
        };
    };
    resendDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                delivery_id: components["schemas"]["Id"];
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery, with a further attempt within two minutes; `webhook-id` and body stay. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    recoverWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoveryInput"];
            };
        };
        responses: {
            /** @description The number of deliveries that are sent again, about ten a second; at most 1,000 a request. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Recovery"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhook with its new secret. For 24 hours the previous secret signs too. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IssuedWebhook"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                webhook_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The delivery of the test. It is sent once and not repeated. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
        };
    };
    getZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                zone_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Zone"];
                };
            };
        };
    };
    deleteZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                zone_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The zone is deleted. Its alerts remain. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateZone: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the object. 412 if the object has changed since (RFC 9110, section 13.1.1). */
                "If-Match"?: string;
            };
            path: {
                /** @description A UUIDv7. Responses have it in lower case. Ids sort by time of creation. */
                zone_id: components["schemas"]["Id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ZoneChanges"];
            };
        };
        responses: {
            /** @description The changed zone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Zone"];
                };
            };
        };
    };
    getReference: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page that shows the OpenAPI document and calls its operations. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html; charset=utf-8": string;
                };
            };
        };
    };
    getOpenapiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the client's copy. 304 if the copy is still current (RFC 9110, section 13.1.2). */
                "If-None-Match"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The API of this service, as OpenAPI 3.1. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The service answers. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Health"];
                };
            };
        };
    };
}
