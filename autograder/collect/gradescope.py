"""Gradescope's `submission_metadata.yml`: who handed in which folder, and when."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from autograder.collect.bounds import Refused
from autograder.collect.source import Entry

MAX_BYTES = 50_000_000


@dataclass(frozen=True)
class Sender:
    """One person of a submission, as the platform knows them; what it does not know is empty.

    Attributes:
        name: full name.
        number: the platform's number for them.
        email: mail address.
        sid: the university's number for them.
        time: when it was handed in, as the platform writes it.
    """

    name: str = ""
    number: str = ""
    email: str = ""
    sid: str = ""
    time: str = ""


def read_metadata(entry: Entry) -> dict[str, list[Sender]]:
    """The senders by submission folder; a group's submission has several.

    Raises:
        Refused: it cannot be read as such a file.
    """
    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)  # all plain text; no tag is acted upon
    try:
        data = yaml.load(entry.read(MAX_BYTES), Loader=loader)
    except (yaml.YAMLError, UnicodeDecodeError, RecursionError) as error:
        raise Refused(f"not readable as YAML ({type(error).__name__})") from None
    if not isinstance(data, dict):
        raise Refused("it lists no submissions")
    return {str(folder): _senders(told) for folder, told in data.items() if isinstance(told, dict)}


def _senders(told: dict[str, Any]) -> list[Sender]:
    people = told.get(":submitters")
    time = _text(told, ":created_at")
    return [
        Sender(
            name=_text(person, ":name"),
            email=_text(person, ":email"),
            sid=_text(person, ":sid"),
            time=time,
        )
        for person in (people if isinstance(people, list) else [])
        if isinstance(person, dict)
    ]


def _text(told: dict[str, Any], key: str) -> str:
    value = told.get(key, "")
    return value.strip() if isinstance(value, str) else ""
