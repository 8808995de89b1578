"""Facts about Guichet that Schemathesis needs beyond its two documents (scripts/schemathesis.toml).

GUICHET_URL is the address of the service, GUICHET_DEMO the file in which it keeps the demo merchant's sign-in.
"""

import collections
import json
import os
import re
import secrets
import threading
import uuid

import requests
import schemathesis
from hypothesis import strategies as st

URL = os.environ["GUICHET_URL"]
with open(os.environ.get("GUICHET_DEMO", ".guichet/demo.json"), encoding="utf-8") as file:
    DEMO = json.load(file)

# Numbers that exist, which the numbering plans define and no schema can. Their last digits decide what the sandbox
# does, as in docs/reference/sandbox.md.
PREFIXES = {"mtn_ci": "+22505481516", "orange_ci": "+22507481516", "moov_ci": "+22501481516", "mtn_gh": "+2332440000"}
CURRENCIES = {"mtn_gh": "GHS"}
DIGITS = ["00", "01", "04", "12", "13", "16"]
schemathesis.openapi.format(
    "phone", st.builds("{}{}".format, st.sampled_from(sorted(PREFIXES.values())), st.sampled_from(DIGITS))
)

# Well-formed requests that are refused because of the state of the service. Each is identified by operation, field and
# sentence; a response is not a finding only if all its sentences are listed.
# (operations, field, sentence, the reason why no schema can express it)
OF_STATE = [
    # Existing objects, and who created them.
    ("listEvents|streamEvents", "after", "must be the id of an event in this mode", "which events there are"),
    ("listDeliveries", "cursor", "must be the next_cursor of an earlier page", "which deliveries there are"),
    ("refundPayment", "attempt_id", "(is not an attempt of this payment|took no money: .*)", "which attempts a payment has"),
    ("refundPayment", "amount", "must (be at most|have at most|be a whole number:) .*", "what was paid, and in which currency"),
    ("resolvePayment", "object_id", "is neither an attempt nor a refund of this payment", "which attempts a payment has"),
    ("prove", "password", "is not your password", "whose password it is"),
    # Available money, offered operators, and their currencies.
    ("createPayout|orderPayout", "amount", "must be at most the available balance .*", "the balance"),
    ("payCheckout", "operator", "must be the code of an operator that is on offer in this session", "the routing"),
    ("createPayment", "operator", "is not on offer for this amount .*", "the merchant's routing"),
    ("createPayout|orderPayout", "operator", "cannot pay out .*", "the merchant's routing"),
    ("createPayout|orderPayout", "operator", "is not in the operator catalogue: .*", "the catalogue grows within /v1"),
    ("createPayout|orderPayout", "operator", "holds no [A-Z]{3}, only .*", "the catalogue grows within /v1"),
    ("createPayout|orderPayout|createPayment|initializeCheckout", "(recipient.|customer[._])?phone",
     "must be a phone number that exists, .*", "the numbering plans"),
    ("createPayout|orderPayout", "recipient.phone", "must be a number of the operator's country, [A-Z]{2}", "the catalogue"),
    ("payCheckout", "phone", "must be a (phone number that exists|number of .*), .*", "the numbering plans"),
    ("changeRule", "accounts", ".*", "which accounts the merchant has, and what they serve"),
    ("addAccount", "connector", "must be one of: .*", "which connectors the service is started with"),
    ("addAccount|changeAccount", r"config(\..*)?", ".*", "each connector has settings of its own, which GET accounts returns"),
    ("addKey", "expires_at", "must be in the future", "what time it is"),
    # One parameter that depends on another, or on the path: OpenAPI cannot express it.
    ("browsePayments|exportPayments", "amount_m(in|ax)",
     "(needs a currency as well|must be an amount of [A-Z]{3}|is more than any payment can be)", "the currency parameter"),
    ("setPayoutRule", "approval_(day_|recipient_)?above|low_balance", "must (be a whole number|have at most [0-9] decimals): .*",
     "the currency in the path"),
    ("setPayoutRule", "approval_(day|recipient)_above", "must be at least approval_above", "the other field"),
    ("changeRule", "m(in|ax)_amount", "must (have at most [0-9] decimals, as [A-Z]{3} has|not be less than the minimum amount)",
     "the operator in the path, the other field"),
    ("resendToWebhook", "since", "must be before until", "the other field"),
    # Rules that a schema could express, but code generators would not understand.
    ("createPayment|initializeCheckout", "metadata",
     "must (not contain (a NUL character|numbers beyond [0-9]+: .*)|be valid Unicode text|be nested at most .*|be at most .* KB of JSON)",
     "values of any depth would be a recursive type"),
    ("addKey", "addresses", ".* must be an address or a network, as .*", "the ways to write an IPv6 network"),
]


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Keeps every failure except those in OF_STATE and two that the interface requires."""
    operation = operation_id(case)
    body = json_of(response)
    kind = type(failure).__name__
    # interface.md, "Endpoints that are not available with an API key": the response says where they are.
    if kind == "UnsupportedMethodResponse" and case.operation.path in ("/payments", "/payouts"):
        return not (response.status_code == 404 and body.get("code") == "dashboard_only")
    if kind != "RejectedPositiveData":
        return True
    # A session ends 30 minutes after it was made (interface.md, "Checkout session").
    if response.status_code == 410 and body.get("code") == "session_expired":
        return False
    if response.status_code != 422 or not body.get("errors"):
        return True
    return not all(
        is_of_state(operation, field, sentence) for field, said in body["errors"].items() for sentence in said
    )


def is_of_state(operation, field, sentence):
    return any(
        re.fullmatch(operations, operation) and re.fullmatch(fields, field) and re.fullmatch(text, sentence, re.DOTALL)
        for operations, fields, text, _ in OF_STATE
    )


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.operation.path.startswith("/dashboard/"):
        as_staff(case)
    elif is_well_formed(case):
        # A key names one request: the same key for several requests is refused, as it should be.
        if "Idempotency-Key" in (case.headers or {}):
            case.headers["Idempotency-Key"] = str(uuid.uuid4())
    name_session(case)
    if operation_id(case) in ("createPayout", "orderPayout") and is_well_formed(case):
        name_wallet(case.body)


@schemathesis.hook
def after_call(context, case, response):
    if response.status_code == 401 and case.operation.path.startswith("/dashboard/"):
        staff_of(case).forget()
    if response.status_code == 201:
        data = json_of(response).get("data") or {}
        if "session_token" in data:
            SESSIONS.append(data["session_token"])


# The tokens of the newest checkout sessions that the run has created.
SESSIONS = collections.deque(maxlen=20)


def name_session(case):
    """Points most requests about a checkout session at one that exists."""
    path = case.path_parameters if isinstance(case.path_parameters, dict) else {}
    if "token" in path and SESSIONS and secrets.randbelow(4):
        path["token"] = secrets.choice(SESSIONS)


def name_wallet(body):
    """Makes every second payout payable, because the three fields rarely match by chance."""
    if not isinstance(body, dict) or not isinstance(body.get("recipient"), dict) or secrets.randbelow(2):
        return
    operator = secrets.choice(sorted(PREFIXES))
    body["operator"] = operator
    body["currency"] = CURRENCIES.get(operator, "XOF")
    body["amount"] = 100 + secrets.randbelow(900)
    body["recipient"]["phone"] = PREFIXES[operator] + secrets.choice(DIGITS)


class Staff:
    """A signed-in member of staff, who signs in again when the session is over."""

    def __init__(self, invite=None):
        self.lock = threading.Lock()
        self.invite = invite
        self.cookie = None
        self.user_id = None

    def forget(self):
        self.cookie = None

    def sign_in(self):
        with self.lock:
            if self.cookie is None:
                credentials = self.invite() if self.invite else DEMO["owner"]
                answer = ask("POST", "/dashboard/auth/sign-in/email", credentials)
                self.cookie = answer.headers["set-cookie"].split(";")[0]
                self.user_id = answer.json()["user"]["id"]
            return self.cookie


def invite_spare():
    """Invites a further owner of the demo merchant, for operations that end the caller's own sign-in."""
    email = f"spare-{uuid.uuid4()}@demo.test"
    path = f"/dashboard/api/{DEMO['merchant_id']}/test/team/invitations"
    invited = ask("POST", path, {"email": email, "role": "owner"}, owner.sign_in()).json()
    token = invited["data"]["link"].split("#")[1]
    password = secrets.token_urlsafe(24)
    ask("POST", "/dashboard/api/public/invitation/accept", {"token": token, "name": "Spare", "password": password})
    return {"email": email, "password": password}


owner = Staff()
spare = Staff(invite_spare)

# Operations that end sessions or change a sign-in: done with a separate session, never with the run's own.
BY_SPARE = {
    "changeEmail",
    "endSession",
    "endOtherSessions",
    "endMemberSessions",
    "changeRole",
    "removeMember",
    "makePasswordLink",
    "updateSecurity",
}


def staff_of(case):
    return spare if operation_id(case) in BY_SPARE else owner


def as_staff(case):
    staff = staff_of(case)
    case.headers["Cookie"] = staff.sign_in()
    case.headers["Origin"] = URL
    case.headers["X-Guichet-Dashboard"] = "1"
    path = case.path_parameters if isinstance(case.path_parameters, dict) else {}
    if "merchant_id" in path:
        path["merchant_id"] = DEMO["merchant_id"]
    if staff is spare and path.get("user_id") == owner.user_id:
        path["user_id"] = spare.user_id


def ask(method, path, body, cookie=""):
    headers = {"Origin": URL, "X-Guichet-Dashboard": "1", "Cookie": cookie}
    answer = requests.request(method, URL + path, json=body, headers=headers, timeout=30)
    answer.raise_for_status()
    return answer


def is_well_formed(case):
    return case.meta is not None and case.meta.generation.mode.is_positive


def operation_id(case):
    return case.operation.definition.raw.get("operationId", "")


def json_of(response):
    try:
        body = response.json()
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}
