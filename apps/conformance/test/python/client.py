"""The 25 operations of the interface, by a client that Python makes of the document: nothing but the standard library.

    python3 client.py OPENAPI_JSON URL USERNAME PASSWORD

Prints a line for each call: method, path as the document has it, status. Ends with 1 at the first that is not as expected.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request


class Refused(Exception):
    def __init__(self, status, answer):
        super().__init__(f"{status}: {answer['message']}")
        self.status = status
        self.code = answer["error"]["code"]
        self.issues = answer["error"].get("issues", [])


class Client:
    """Has a method for each operation of the document, named by its operationId."""

    def __init__(self, document, url):
        self.url = url
        self.token = None
        for path, operations in document["paths"].items():
            for method, operation in operations.items():
                setattr(self, operation["operationId"], self._operation(method.upper(), path, operation))

    def _operation(self, method, path, operation):
        places = {one["name"]: one["in"] for one in operation.get("parameters", [])}
        is_open = operation.get("security") == []

        def call(body=None, **parameters):
            unknown = [name for name in parameters if name not in places]
            if unknown:
                raise TypeError(f"{operation['operationId']} has no {unknown}")
            at = {place: {} for place in ("path", "query", "header", "cookie")}
            for name, value in parameters.items():
                at[places[name]][name] = str(value)
            address = self.url + path
            for name, value in at["path"].items():
                address = address.replace("{%s}" % name, urllib.parse.quote(value, safe=""))
            if at["query"]:
                address += "?" + urllib.parse.urlencode(at["query"])
            headers = dict(at["header"])
            if not is_open and self.token:
                headers["Authorization"] = f"Bearer {self.token}"
            if body is not None:
                headers["Content-Type"] = "application/json"
            data = None if body is None else json.dumps(body).encode()
            request = urllib.request.Request(address, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=30) as answer:
                    status, text = answer.status, answer.read()
            except urllib.error.HTTPError as error:
                status, text = error.code, error.read()
            print(method, path, status, flush=True)
            if str(status) not in operation["responses"]:
                raise AssertionError(f"{method} {path} may not answer {status} by the document")
            answered = json.loads(text)
            if not answered["success"]:
                raise Refused(status, answered)
            return answered["data"]

        return call


def refused(code, call):
    """What a call is refused with."""
    try:
        call()
    except Refused as refusal:
        assert refusal.code == code, f"{refusal.code} instead of {code}"
        return refusal
    raise AssertionError(f"was not refused with {code}")


def main(file, url, username, password):
    with open(file, encoding="utf-8") as opened:
        api = Client(json.load(opened), url)

    refused("UNAUTHENTICATED", lambda: api.billsList())
    refused("INVALID_CREDENTIALS", lambda: api.authLogin({"username": username, "password": "another one"}))
    api.token = api.authLogin({"username": username, "password": password})["accessToken"]

    person = {"firstName": "Grace", "lastName": "Hopper", "username": "python.grace", "password": "a long password"}
    user = api.usersCreate(person)["_id"]
    refused("USERNAME_TAKEN", lambda: api.usersCreate(person))
    assert [one["fullName"] for one in api.usersList(search="^grace h")] == ["Grace Hopper"]
    assert api.usersGet(userID=user)["firstName"] == "Grace"
    assert api.usersUpdate({"firstName": "Augusta"}, userID=user)["firstName"] == "Augusta"
    assert api.usersSetStatus({"active": "true"}, userID=user)["active"] is True
    assert api.usersSetRole({"role": "Supervisor"}, userID=user)["accessLevel"] == "Supervisor"

    shift = {"date": "2023-12-8", "startingTime": "08:30", "finishingTime": "17:00", "payment": "500"}
    log = api.logsCreate({**shift, "extraNotes": "", "worker": user, "isAbsent": False})
    assert (log["date"], log["durationMinutes"]) == ("2023-12-08", 510)
    assert [one["_id"] for one in api.logsList(worker=user)] == [log["_id"]]
    assert api.logsUpdate({"payment": 750}, logID=log["_id"])["payment"] == "750"
    assert api.logsRemove(logID=log["_id"]) == {"_id": log["_id"]}
    refused("NOT_FOUND", lambda: api.logsRemove(logID=log["_id"]))

    mill = {"name": "Paper Mill", "email": "", "phoneNumber": "+972512345678", "extraNotes": "ورق"}
    payee = api.payeesCreate(mill)["_id"]
    assert api.payeesGet(payeeID=payee)["extraNotes"] == "ورق"
    rent = {"serial": "00523", "dueDate": "2024-2-9", "value": "1200.50", "description": "Rent", "payee": payee}
    cheque = api.chequesCreate(rent)["_id"]
    assert api.chequesGet(chequeID=cheque)["serial"] == "00523"
    assert api.chequesUpdate({"isCancelled": True, "payee": payee}, chequeID=cheque)["isCancelled"] is True
    refused("UNKNOWN_REFERENCE", lambda: api.chequesCreate({**rent, "payee": "nobody"}))
    api.payeesRemove(payeeID=payee)

    bill = api.billsCreate({"date": "2023-12-08", "value": "-150", "description": "Refund", "extraNotes": ""})["_id"]
    assert api.billsGet(billID=bill)["value"] == "-150"
    assert len(api.billsList(limit=1)) == 1
    assert api.billsUpdate({"extraNotes": "by hand"}, billID=bill)["extraNotes"] == "by hand"
    at_fault = refused("VALIDATION", lambda: api.billsUpdate({"value": "much"}, billID=bill))
    assert [issue["path"] for issue in at_fault.issues] == [["value"]]
    api.billsRemove(billID=bill)

    api.usersSetPreferences({"active": "false"})
    api.usersChangePassword({"current": password, "new": "another long password"})
    api.usersRemove(userID=user)


main(*sys.argv[1:])
