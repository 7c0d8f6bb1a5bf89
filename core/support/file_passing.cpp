#include "core/support/file_passing.h"

#include "core/support/check.h"

#include <cerrno>
#include <cstring>

#include <poll.h>
#include <sys/socket.h>

namespace tir {
namespace {

/// Room for the control message that holds the files.
struct FileRoom {
    alignas(cmsghdr) char bytes[CMSG_SPACE(MostPassedFiles * sizeof(int))] = {};
};

msghdr headerFor(iovec& text, FileRoom& room, size_t roomBytes)
{
    msghdr header = {};
    header.msg_iov = &text;
    header.msg_iovlen = 1;
    header.msg_control = room.bytes;
    header.msg_controllen = roomBytes;
    return header;
}

} // namespace

bool passFiles(int socket, std::string_view message, std::span<const int> files)
{
    TIR_CHECK(files.size() <= MostPassedFiles);
    iovec text = {.iov_base = const_cast<char*>(message.data()), .iov_len = message.size()};
    FileRoom room;
    msghdr header = headerFor(text, room, CMSG_SPACE(files.size_bytes()));
    cmsghdr* first = CMSG_FIRSTHDR(&header);
    first->cmsg_level = SOL_SOCKET;
    first->cmsg_type = SCM_RIGHTS;
    first->cmsg_len = CMSG_LEN(files.size_bytes());
    std::memcpy(CMSG_DATA(first), files.data(), files.size_bytes());
    while (true) {
        const ssize_t count = sendmsg(socket, &header, MSG_NOSIGNAL);
        if (count >= 0)
            return size_t(count) == message.size();
        pollfd file = {socket, POLLOUT, 0};
        if (errno == EAGAIN)
            poll(&file, 1, -1);
        else if (errno != EINTR)
            return false;
    }
}

std::optional<std::vector<OwnedFile>> receiveFiles(int socket, std::span<char> message)
{
    iovec text = {.iov_base = message.data(), .iov_len = message.size()};
    FileRoom room;
    msghdr header = headerFor(text, room, sizeof room.bytes);
    ssize_t count = 0;
    do
        count = recvmsg(socket, &header, MSG_CMSG_CLOEXEC | MSG_WAITALL);
    while (count < 0 && errno == EINTR);
    std::vector<OwnedFile> files;
    for (cmsghdr* part = CMSG_FIRSTHDR(&header); count > 0 && part; part = CMSG_NXTHDR(&header, part)) {
        if (part->cmsg_level != SOL_SOCKET || part->cmsg_type != SCM_RIGHTS)
            continue;
        int descriptors[MostPassedFiles];
        const size_t bytes = part->cmsg_len - CMSG_LEN(0);
        std::memcpy(descriptors, CMSG_DATA(part), bytes);
        for (size_t i = 0; i < bytes / sizeof(int); ++i)
            files.emplace_back(descriptors[i]);
    }
    if (count < 0 || size_t(count) != message.size())
        return std::nullopt;
    return files;
}

} // namespace tir
